package io.flexhb.standalone.cli.dlq;

import io.flexhb.client.Cluster;
import io.flexhb.client.StudyClient;
import io.flexhb.standalone.cli.base.ClientCommand;
import io.flexhb.standalone.cli.base.CommandFailure;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.topics.Topics;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Sends dead letters again. */
@Command(
    name = "redrive",
    description = {
      "Send records that the tuner could not use to the topic where they were found, unchanged."
          + " Do this after the cause is fixed, such as a schema that the registry did not know."
          + " The records also stay on the DLQ until its retention ends. Records that still"
          + " cannot be used come back."
    },
    footer = {
      "  flexhb dlq redrive 3@17 3@18",
      "  flexhb dlq redrive --all --study mnist --reason 'does not know this id' --dry-run"
    })
final class DlqRedriveCommand extends ClientCommand {

  @Parameters(
      arity = "0..*",
      paramLabel = "PARTITION@OFFSET",
      description = "Their positions on the DLQ, as 'flexhb dlq list' shows them.")
  private List<String> places = new ArrayList<>();

  @Option(
      names = "--all",
      description = "All records that --study, --topic and --reason select, instead of positions.")
  private boolean all;

  @Option(names = "--dry-run", description = "Show what would be sent; send nothing.")
  private boolean dryRun;

  @Mixin private DeadLetterFilter filter;

  @Override
  protected boolean needsCluster() {
    if (all == !places.isEmpty()) {
      throw CommandFailure.badInput("give either positions on the DLQ or --all");
    }
    return true;
  }

  @Override
  protected int run(StudyClient client) {
    Cluster cluster = client.cluster();
    List<DeadLetter> letters =
        all
            ? filter.read(cluster)
            : DeadLetterReader.at(cluster, places.stream().map(DeadLetter.Place::of).toList());
    List<DeadLetter> sendable =
        letters.stream().filter(letter -> isSendable(letter, cluster.config().topics())).toList();
    if (!dryRun) {
      send(cluster, sendable);
    }
    List<Map<String, Object>> sent = new ArrayList<>();
    for (DeadLetter letter : sendable) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("place", letter.place().toString());
      row.put("topic", letter.topic().orElseThrow());
      row.put("key", letter.keyText());
      sent.add(row);
    }
    String verb = dryRun ? "would send " : "sent ";
    output()
        .answer(
            sent,
            out -> {
              sendable.forEach(
                  letter ->
                      out.println(
                          verb
                              + letter.place()
                              + " to "
                              + letter.topic().orElseThrow()
                              + ", key '"
                              + letter.keyText()
                              + "'"));
              out.println(verb + sendable.size() + " of " + letters.size());
            });
    if (sendable.size() < letters.size()) {
      output()
          .note(
              letters.size()
                  - sendable.size()
                  + " cannot be sent: they were too large to be kept, or were found on no topic"
                  + " that the tuner reads");
      return ExitCode.NO;
    }
    return ExitCode.OK;
  }

  /** A header may name any topic; only the tuner's input topics are written to. */
  private static boolean isSendable(DeadLetter letter, Topics topics) {
    Set<String> inputs =
        Set.of(topics.studies(), topics.metrics(), topics.workers(), topics.suggestions());
    return !letter.isOnlyANote() && letter.topic().filter(inputs::contains).isPresent();
  }

  private static void send(Cluster cluster, List<DeadLetter> letters) {
    List<ProducerRecord<byte[], byte[]>> records =
        letters.stream()
            .map(
                letter ->
                    new ProducerRecord<>(
                        letter.topic().orElseThrow(),
                        null,
                        letter.key().orElse(null),
                        letter.record().value(),
                        letter.foundHeaders()))
            .toList();
    try (Producer<byte[], byte[]> producer = cluster.producerOfBytes()) {
      cluster.send(producer, records);
    }
  }
}
