package io.flexhb.standalone.chaos;

import io.flexhb.avro.RequestedState;
import io.flexhb.avro.Study;
import io.flexhb.registry.AvroCodec;
import io.flexhb.registry.RegistryUnavailableException;
import io.flexhb.standalone.FlexHb;
import io.flexhb.standalone.it.Await;
import io.flexhb.standalone.it.ToyStudy;
import io.flexhb.topics.Topics;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;

/** Broker, registry, tuners and workers on one machine, each in its own process. */
final class Installation implements AutoCloseable {

  /** The worker that no fault hits: none of its attempts may be lost. */
  static final String STEADY = "steady";

  private static final String PREFIX = "chaos.";
  static final String APPLICATION = "chaos-tuner";
  private static final String HOST = "127.0.0.1";

  private final Path folder;
  private final String broker;
  private final SlowProxy proxy;
  private final Part brokerPart;
  private final Part registryPart;
  private final Map<String, Part> tuners = new LinkedHashMap<>();
  private final Map<String, Part> workers = new LinkedHashMap<>();
  private final Map<String, SmallDisk> disks = new LinkedHashMap<>();
  private final Map<String, URI> pages = new LinkedHashMap<>();
  private final List<ToyStudy> studies;

  /**
   * Nothing runs yet.
   *
   * @param folder where all of it keeps its data and logs
   */
  Installation(Path folder, InstallationPlan plan) {
    this.folder = folder;
    int brokerPort = freePort();
    int registryPort = freePort();
    this.broker = HOST + ":" + brokerPort;
    this.proxy = new SlowProxy(registryPort);
    this.studies =
        IntStream.range(0, plan.studies()).mapToObj(i -> study("chaos-" + i, plan)).toList();
    this.brokerPart =
        part(
            "broker",
            List.of("-Xmx512m"),
            BrokerRole.class,
            List.of(folder.resolve("broker").toString(), Integer.toString(brokerPort)));
    this.registryPart =
        part(
            "registry",
            List.of("-Xmx64m"),
            RegistryRole.class,
            List.of(Integer.toString(registryPort), folder.resolve("registry.txt").toString()));
    for (int i = 0; i < plan.tuners(); i++) {
      String name = "tuner-" + (char) ('a' + i);
      List<String> arguments = new ArrayList<>(List.of(settings(name, plan).toString()));
      arguments.addAll(plan.tunerOptions());
      tuners.put(name, tuner(name, arguments));
    }
    for (int i = 0; i < plan.workers(); i++) {
      String name = i == 0 ? STEADY : "worker-" + i;
      List<String> arguments = new ArrayList<>();
      arguments.addAll(
          List.of(broker, registry(), PREFIX, name, Double.toString(plan.rate() / plan.workers())));
      studies.forEach(study -> arguments.add(study.name()));
      workers.put(name, part(name, List.of("-Xmx192m"), WorkerRole.class, arguments));
    }
  }

  private static ToyStudy study(String name, InstallationPlan plan) {
    return ToyStudy.named(name)
        .with("objective", "{\"metric\": \"value\", \"direction\": \"minimize\"}")
        .with("resource", "{\"max\": 27, \"eta\": 3, \"unit\": \"epochs\"}")
        .with("seed", Long.toString(plan.seed() & 0xFFFF))
        .with(
            "space",
            "{\"x\": {\"type\": \"double\", \"low\": -10, \"high\": 10},"
                + " \"y\": {\"type\": \"double\", \"low\": 0, \"high\": 20},"
                + " \"z\": {\"type\": \"double\", \"low\": 0, \"high\": 10}}")
        .with("limits", "{\"loops\": 1000000}")
        .with(
            "trial",
            "{\"lease\": \"6s\", \"startTimeout\": \"10s\", \"wait\": \"1s\","
                + " \"maxAttempts\": 1000}");
  }

  private Part part(String name, List<String> options, Class<?> main, List<String> arguments) {
    return Part.java(
        name,
        options,
        System.getProperty("java.class.path"),
        main,
        arguments,
        folder.resolve(name + ".log"));
  }

  /**
   * A tuner that starts as fast as one that {@code flexhb} launches: from jars and with the archive
   * of their classes, if {@code dev/chaos} names both. An archive belongs to the class path that it
   * was made of, and to one that begins with it.
   */
  private Part tuner(String name, List<String> arguments) {
    List<String> options = new ArrayList<>(List.of("-Xmx512m"));
    String classPath = System.getProperty("java.class.path");
    String jars = System.getProperty("flexhb.chaos.jars", "");
    if (!jars.isEmpty()) {
      // Not the folders of other classes: a resource that occurs twice is complained about.
      classPath = jars + File.pathSeparator + folderOf(TunerRole.class);
      options.add("-XX:SharedArchiveFile=" + System.getProperty("flexhb.chaos.archive"));
      options.add("-Xlog:cds*=off");
    }
    return Part.java(
        name, options, classPath, TunerRole.class, arguments, folder.resolve(name + ".log"));
  }

  private static Path folderOf(Class<?> type) {
    return Path.of(URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString()));
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path settings(String tuner, InstallationPlan plan) {
    int port = freePort();
    pages.put(tuner, URI.create("http://" + HOST + ":" + port));
    Properties properties = new Properties();
    properties.put("bootstrap.servers", broker);
    properties.put("schema.registry.url", registry());
    properties.put("topic.prefix", PREFIX);
    properties.put("flexhb.application.id", APPLICATION);
    properties.put("flexhb.instance.id", tuner);
    properties.put("flexhb.state.dir", stateFolder(tuner).toString());
    properties.put("flexhb.topic.partitions", Integer.toString(plan.partitions()));
    properties.put("flexhb.http.port", Integer.toString(port));
    Path file = folder.resolve(tuner + ".properties");
    try (OutputStream out = Files.newOutputStream(file)) {
      properties.store(out, "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file;
  }

  /** Starts all parts; returns once the studies are wanted and workers ask. */
  void start() {
    start(tuners());
  }

  /** The same with some of the tuners. */
  void start(List<Part> first) {
    brokerPart.start();
    registryPart.start();
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker))) {
      Await.until(() -> "no broker:\n" + brokerPart.log().end(20), () -> answers(admin));
      first.forEach(Part::start);
      Await.until(
          () -> "no topics:\n" + first.get(0).log().end(20),
          () -> topicsOf(admin).containsAll(topics().all()));
    }
    Await.until(() -> "the registry does not answer", this::apply);
    workers.values().forEach(Part::start);
  }

  private static boolean answers(Admin admin) {
    try {
      admin.describeCluster().nodes().get();
      return true;
    } catch (ExecutionException notYet) {
      return false;
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  private static Set<String> topicsOf(Admin admin) {
    try {
      return admin.listTopics().names().get();
    } catch (ExecutionException | InterruptedException trouble) {
      throw new AssertionError(trouble);
    }
  }

  /** Returns whether the studies are wanted; not on a machine so busy that the registry is late. */
  private boolean apply() {
    try (AvroCodec codec = AvroCodec.forValues(Map.of("schema.registry.url", registry()));
        KafkaProducer<byte[], byte[]> producer =
            new KafkaProducer<>(
                Map.of("bootstrap.servers", broker),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
      for (ToyStudy study : studies) {
        Study wish =
            new Study(
                study.name(),
                study.incarnation(),
                RequestedState.ACTIVE,
                study.definition(),
                Instant.now());
        producer.send(
            new ProducerRecord<>(
                topics().studies(),
                study.name().getBytes(StandardCharsets.UTF_8),
                codec.encode(topics().studies(), wish)));
      }
      producer.flush();
      return true;
    } catch (RegistryUnavailableException late) {
      return false;
    }
  }

  String bootstrapServers() {
    return broker;
  }

  String registry() {
    return "http://" + HOST + ":" + proxy.port();
  }

  Topics topics() {
    return Topics.withPrefix(PREFIX);
  }

  List<ToyStudy> studies() {
    return studies;
  }

  Part broker() {
    return brokerPart;
  }

  Part registryServer() {
    return registryPart;
  }

  List<Part> tuners() {
    return List.copyOf(tuners.values());
  }

  /** Where the pages of a tuner are while it runs. */
  URI pages(Part tuner) {
    return pages.get(tuner.name());
  }

  /** The workers that faults may hit. */
  List<Part> unsteadyWorkers() {
    return workers.values().stream().filter(part -> !part.name().equals(STEADY)).toList();
  }

  List<Part> workers() {
    return List.copyOf(workers.values());
  }

  List<Part> all() {
    List<Part> all = new ArrayList<>(List.of(brokerPart, registryPart));
    all.addAll(tuners.values());
    all.addAll(workers.values());
    return all;
  }

  /** Delays the answers of the registry by this time from now on. */
  void slowRegistry(Duration delay) {
    proxy.delay(delay);
  }

  Path stateFolder(String tuner) {
    return folder.resolve("state-" + tuner);
  }

  /** Puts each tuner's state on a disk of its own; returns whether this user may do that. */
  boolean mountDisks() {
    for (String tuner : tuners.keySet()) {
      Optional<SmallDisk> disk = SmallDisk.mount(stateFolder(tuner));
      if (disk.isEmpty()) {
        return false;
      }
      disks.put(tuner, disk.get());
    }
    return true;
  }

  /** The disk of a tuner's state. */
  SmallDisk disk(String tuner) {
    return disks.get(tuner);
  }

  /** Deletes the stores of a tuner that is not running. */
  void wipeState(String tuner) {
    try (DirectoryStream<Path> stored = Files.newDirectoryStream(stateFolder(tuner))) {
      for (Path each : stored) {
        Utils.delete(each.toFile());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@code flexhb audit}, as an operator runs it; not started yet. */
  Part audit() {
    return part(
        "audit",
        List.of("-Xmx1g"),
        FlexHb.class,
        List.of("audit", "-b", broker, "--registry", registry(), "--topic-prefix", PREFIX));
  }

  @Override
  public void close() {
    workers.values().forEach(Part::close);
    tuners.values().forEach(Part::close);
    registryPart.close();
    brokerPart.close();
    disks.values().forEach(SmallDisk::close);
    proxy.close();
  }
}
