package io.flexhb.standalone.conformance;

import io.flexhb.avro.Command;
import io.flexhb.avro.TrialEvent;
import io.flexhb.topics.Topics;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;

/** One run of the script against one process of the client. */
final class ClientRun {

  /**
   * Delay of asks, so that an ask does not overtake an event written earlier to the other topic.
   */
  private static final long SETTLE_MILLIS = 150;

  private static final long EXIT_MILLIS = 20_000;

  private final String name;
  private final String study;
  private final MessageFaults disturbance;
  private final ClientObserver witness = new ClientObserver();
  private final Deque<Waiting> asks = new ArrayDeque<>();
  private final Deque<Waiting> events = new ArrayDeque<>();

  /** A record on its way to the tuner. */
  private record Waiting(ConsumerRecord<byte[], byte[]> record, long at) {}

  ClientRun(String name, String study, Fault fault, Set<Message> kinds) {
    this.name = name;
    this.study = study;
    this.disturbance = new MessageFaults(fault, kinds);
  }

  /**
   * Starts the client and runs the script to the end.
   *
   * @param patience how long the run may take, in milliseconds
   */
  RunVerdict play(Map<String, String> connection, List<String> command, Path folder, long patience)
      throws InterruptedException {
    long began = System.currentTimeMillis();
    Map<String, String> variables = new HashMap<>(connection);
    variables.put("FLEXHB_STUDY", study);
    variables.put("FLEXHB_CHECKPOINTS", folder.resolve("checkpoints").toString());
    List<String> filled =
        command.stream()
            .map(word -> word.replace("{study}", study).replace("{folder}", folder.toString()))
            .toList();
    UUID incarnation = UUID.randomUUID();
    try (ConformanceTopics stage =
        new ConformanceTopics(
            connection.get("FLEXHB_BOOTSTRAP_SERVERS"),
            connection.get("FLEXHB_SCHEMA_REGISTRY_URL"),
            Topics.withPrefix(connection.get("FLEXHB_TOPIC_PREFIX")),
            study)) {
      stage.define(incarnation);
      try (ClientProcess client =
          ClientProcess.start(filled, variables, folder.resolve("client.log"))) {
        ScriptedTuner tuner = new ScriptedTuner(study, incarnation, out(stage), witness);
        while (!tuner.isOver() && client.isAlive() && now() - began < patience) {
          step(stage, tuner);
        }
        judgeEnd(stage, tuner, client);
        return new RunVerdict(name, witness.violations(), now() - began, client.lastLines());
      }
    }
  }

  private void judgeEnd(ConformanceTopics stage, ScriptedTuner tuner, ClientProcess client)
      throws InterruptedException {
    if (!tuner.isOver()) {
      String how = client.isAlive() ? "made no progress" : "ended";
      witness.violated("the client " + how + " at " + tuner.standing());
      return;
    }
    long until = now() + EXIT_MILLIS;
    while (client.isAlive() && now() < until) {
      step(stage, tuner);
    }
    OptionalInt status = client.awaitEnd(0);
    if (status.isEmpty()) {
      witness.violated("the client did not end after RELEASE");
    } else if (status.getAsInt() != 0) {
      witness.violated("the client ended with status " + status.getAsInt() + " after RELEASE");
    }
    witness.over();
  }

  private ScriptedTuner.Out out(ConformanceTopics stage) {
    return new ScriptedTuner.Out() {
      @Override
      public void send(Command command) {
        disturbance.out(Message.of(command), now(), () -> stage.send(command));
      }

      @Override
      public void sendRolledBack(Command command) {
        stage.sendRolledBack(command);
      }
    };
  }

  private void step(ConformanceTopics stage, ScriptedTuner tuner) {
    stage.poll((topic, rule) -> witness.violated(topic + ": " + rule)).stream()
        .sorted(Comparator.comparingLong(ConsumerRecord::timestamp))
        .forEach(record -> arrived(stage, tuner, record));
    // Events first: reports about an attempt count before the next ask.
    take(events, record -> handleEvent(stage, tuner, record));
    take(asks, record -> asked(stage, tuner, record));
    disturbance.tick(now());
  }

  private void arrived(
      ConformanceTopics stage, ScriptedTuner tuner, ConsumerRecord<byte[], byte[]> record) {
    try {
      if (stage.isAsk(record)) {
        stage.ask(record);
        long settled = now() + SETTLE_MILLIS + disturbance.delay(Message.WORK_REQUEST);
        asks.add(new Waiting(record, settled));
        return;
      }
      TrialEvent event = stage.event(record);
      if (!Message.isOfWorkers(event.getKind())) {
        witness.violated("kind " + event.getKind() + " is not one that workers send");
        return;
      }
      witness.saw(event, record.timestamp());
      Message message = Message.of(event, tuner.boundary(event.getTrial()));
      events.add(new Waiting(record, now() + disturbance.delay(message)));
    } catch (SerializationException unreadable) {
      witness.violated(
          "a record on " + record.topic() + " cannot be read: " + unreadable.getMessage());
    }
  }

  /** Keeps the order: a late record delays all records behind it. */
  private static void take(
      Deque<Waiting> queue, java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> taker) {
    while (!queue.isEmpty() && queue.peek().at() <= now()) {
      taker.accept(queue.remove().record());
    }
  }

  private void asked(
      ConformanceTopics stage, ScriptedTuner tuner, ConsumerRecord<byte[], byte[]> record) {
    for (int times = disturbance.in(Message.WORK_REQUEST); times > 0; times--) {
      tuner.on(stage.ask(record), record.timestamp());
    }
  }

  private void handleEvent(
      ConformanceTopics stage, ScriptedTuner tuner, ConsumerRecord<byte[], byte[]> record) {
    TrialEvent event = stage.event(record);
    Message message = Message.of(event, tuner.boundary(event.getTrial()));
    for (int times = disturbance.in(message); times > 0; times--) {
      tuner.on(event, now());
    }
  }

  private static long now() {
    return System.currentTimeMillis();
  }
}
