/**
 * The SDK for trainers on the JVM: tune a training loop without knowing Kafka.
 *
 * <pre>{@code
 * try (var client = TrialClient.connect("localhost:9092", "http://localhost:8081");
 *     var slot = client.slot("mnist")) {
 *   for (Optional<Grant> grant = slot.ask(); grant.isPresent(); grant = slot.ask()) {
 *     var trial = grant.get();
 *     var model = trial.checkpoint().map(Model::load)
 *         .orElseGet(() -> new Model(trial.configuration().getDouble("lr")));
 *     while (trial.hasNext()) {
 *       long epoch = trial.next();
 *       double error = model.train(epoch);
 *       trial.report(epoch, Map.of("error", error), model.save(epoch));
 *     }
 *   }
 * }
 * }</pre>
 *
 * <p>{@link io.flexhb.emitter.WorkerSlot#ask()} waits for work and is empty when the study is over;
 * a {@link io.flexhb.emitter.Grant} says what to train, from where, and up to which resource;
 * {@link io.flexhb.emitter.Grant#hasNext()} waits for the tuner's decision where one is due.
 * Several threads train in parallel with one client and a slot each. The SDK handles heartbeats,
 * repeats, duplicates, lost messages, broker restarts and the flush at the end: none of them
 * reaches the loop.
 *
 * <p>This package contains only the API; the protocol itself is in {@link
 * io.flexhb.emitter.protocol}, Kafka in {@link io.flexhb.emitter.kafka}.
 */
package io.flexhb.emitter;
