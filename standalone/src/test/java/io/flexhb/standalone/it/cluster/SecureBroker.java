package io.flexhb.standalone.it.cluster;

import io.flexhb.service.admin.Rights;
import io.flexhb.standalone.broker.BrokerConfig;
import io.flexhb.standalone.broker.EmbeddedBroker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AclBinding;

/**
 * A broker that lets nobody in without TLS and a password, and where Kafka's own authorizer allows
 * only what was granted. A user's password is its name.
 */
final class SecureBroker implements AutoCloseable {

  private static final String SECRET = "test-secret";

  private final EmbeddedBroker broker;
  private final Path store;
  private final Admin admin;

  private SecureBroker(EmbeddedBroker broker, Path store) {
    this.broker = broker;
    this.store = store;
    this.admin = Admin.create(settingsOf("admin"));
  }

  static SecureBroker start(Path folder, String... users) throws IOException, InterruptedException {
    Path store = folder.resolve("broker.p12");
    makeCertificate(store);
    String known =
        Stream.concat(Stream.of("admin", "broker"), Stream.of(users))
            .map(user -> " user_" + user + "=\"" + user + "\"")
            .collect(Collectors.joining());
    BrokerConfig config = BrokerConfig.in(folder.resolve("data"));
    Map<String, String> overrides =
        Map.ofEntries(
            Map.entry("listener.security.protocol.map", "CLIENTS:SASL_SSL,CONTROLLER:PLAINTEXT"),
            Map.entry("sasl.enabled.mechanisms", "PLAIN"),
            Map.entry("sasl.mechanism.inter.broker.protocol", "PLAIN"),
            Map.entry(
                "listener.name.clients.plain.sasl.jaas.config", login("broker") + known + ";"),
            Map.entry("ssl.keystore.location", store.toString()),
            Map.entry("ssl.keystore.password", SECRET),
            Map.entry("ssl.keystore.type", "PKCS12"),
            Map.entry("ssl.truststore.location", store.toString()),
            Map.entry("ssl.truststore.password", SECRET),
            Map.entry("ssl.truststore.type", "PKCS12"),
            Map.entry(
                "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer"),
            // Broker and controller are one process here, without a password between them.
            Map.entry("super.users", "User:admin;User:broker;User:ANONYMOUS"));
    for (Map.Entry<String, String> override : overrides.entrySet()) {
      config = config.withOverride(override.getKey(), override.getValue());
    }
    return new SecureBroker(EmbeddedBroker.start(config), store);
  }

  private static String login(String user) {
    return "org.apache.kafka.common.security.plain.PlainLoginModule required username=\""
        + user
        + "\" password=\""
        + user
        + "\"";
  }

  private static void makeCertificate(Path store) throws IOException, InterruptedException {
    keytool(
        store,
        "-genkeypair",
        "-keyalg",
        "EC",
        "-dname",
        "CN=broker",
        "-ext",
        "san=ip:127.0.0.1",
        "-storetype",
        "PKCS12");
  }

  private static void keytool(Path store, String... words)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(words));
    command.addAll(
        List.of("-alias", "broker", "-keystore", store.toString(), "-storepass", SECRET));
    if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
      throw new IOException("no success: " + words[0]);
    }
  }

  /** The certificate that the broker shows, as clients read it that know nothing of Java. */
  Path certificate() throws IOException, InterruptedException {
    Path pem = store.resolveSibling("broker.pem");
    keytool(store, "-exportcert", "-rfc", "-file", pem.toString());
    return pem;
  }

  String bootstrapServers() {
    return broker.bootstrapServers();
  }

  /** Settings of Kafka's clients for a user, without the addresses. */
  Map<String, String> security(String user) {
    return Map.of(
        "security.protocol",
        "SASL_SSL",
        "sasl.mechanism",
        "PLAIN",
        "sasl.jaas.config",
        login(user) + ";",
        "ssl.truststore.location",
        store.toString(),
        "ssl.truststore.password",
        SECRET,
        "ssl.truststore.type",
        "PKCS12");
  }

  private Map<String, Object> settingsOf(String user) {
    return Stream.concat(
            security(user).entrySet().stream(),
            Stream.of(Map.entry("bootstrap.servers", bootstrapServers())))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  Admin admin() {
    return admin;
  }

  void grant(String user, Collection<Rights.Right> rights) throws Exception {
    admin.createAcls(bindings(user, rights)).all().get();
  }

  void takeAway(String user, Rights.Right right) throws Exception {
    admin
        .deleteAcls(bindings(user, List.of(right)).stream().map(AclBinding::toFilter).toList())
        .all()
        .get();
  }

  private static List<AclBinding> bindings(String user, Collection<Rights.Right> rights) {
    return rights.stream().map(right -> right.binding("User:" + user)).toList();
  }

  @Override
  public void close() {
    admin.close();
    broker.close();
  }
}
