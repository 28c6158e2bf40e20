"""The tuner's health: whether decisions come in time, and what delays them if not."""

from meters import Meters, flow
from panels import Panel, board, variable

CHOSEN = Meters('instance=~"$instance"')
MOST_HEAP = CHOSEN.all("jvm_memory_max_bytes", 'area="heap"')


def tuner():
    return board(
        "flexhb-tuner",
        "FlexHB / Tuner health",
        "Lag, latency, commits, restores, errors, JVM and store of each tuner.",
        [variable("instance", "Tuner", "label_values(flexhb_tuner_ready, instance)", multi=True)],
        [
            (
                "Latency",
                [
                    Panel(
                        "Deciding",
                        "1 while a tuner decides; 0 while it starts, moves partitions, restores or stops.",
                        "bool_on_off",
                        [(CHOSEN.all("flexhb_tuner_ready"), "{{instance}}")],
                        kind="number",
                        width=4,
                    ),
                    Panel(
                        "Lag",
                        "Age of the oldest record that was read but not processed, by its sender's clock. Above 10 s workers wait"
                        " noticeably.",
                        "s",
                        [(f"max by (topic) ({CHOSEN.all('flexhb_input_lag_seconds')})", "{{topic}}")],
                        width=10,
                        low=0,
                        thresholds=[(10, "red")],
                    ),
                    Panel(
                        "Consumer lag",
                        "Records not fetched yet, by topic, all partitions. A large lag means that records arrive faster than the"
                        " tuner processes them.",
                        "short",
                        [(CHOSEN.by("topic", "kafka_consumer_fetch_manager_records_lag"), "{{topic}}")],
                        width=10,
                        low=0,
                    ),
                    CHOSEN.times(
                        "Report to command",
                        "From the timestamp of a boundary report to the command that answers it, before the commit. Workers see about 10"
                        " ms more.",
                        "flexhb_decision_latency_seconds",
                        'input="report"',
                        thresholds=[(1, "red")],
                    ),
                    CHOSEN.times(
                        "Processing time",
                        "From decoding a record to handing over the last output.",
                        "flexhb_decision_seconds",
                    ),
                    flow(
                        "Decisions and commands",
                        "Decisions that changed a study, and commands sent, including repeated ones.",
                        (CHOSEN.total_rate("flexhb_decisions_total"), "decisions"),
                        (CHOSEN.total_rate("flexhb_commands_total"), "commands"),
                    ),
                ],
            ),
            (
                "Kafka",
                [
                    flow(
                        "Commits",
                        "Commits per second. A decision becomes visible with the next commit. An idle tuner does not commit; under"
                        " load there are up to a hundred per thread.",
                        (CHOSEN.rate("instance", "kafka_stream_thread_commit_total"), "{{instance}}"),
                    ),
                    Panel(
                        "Commit latency",
                        "Slowest thread. It depends on the broker's replication and disks.",
                        "ms",
                        [
                            (CHOSEN.most("kafka_stream_thread_commit_latency_avg"), "mean"),
                            (CHOSEN.most("kafka_stream_thread_commit_latency_max"), "longest"),
                        ],
                        low=0,
                    ),
                    Panel(
                        "Threads",
                        "Stream threads that are alive, and those replaced after a failure. The replacement makes the same decisions"
                        " again; nothing is lost.",
                        "short",
                        [
                            (CHOSEN.by("instance", "kafka_stream_alive_stream_threads"), "alive {{instance}}"),
                            (CHOSEN.per_interval("instance", "flexhb_thread_restarts_total"), "replaced {{instance}}"),
                        ],
                    ),
                    Panel(
                        "Rebalances",
                        "How often partitions were reassigned since the start. It increases with each start and end of a tuner.",
                        "short",
                        [(CHOSEN.by("instance", "kafka_consumer_coordinator_rebalance_total"), "{{instance}}")],
                        stepped=True,
                    ),
                    Panel(
                        "Restores started",
                        "Stores restored from their changelog since the start: one per partition after a start without state, or one that"
                        " moved from another tuner.",
                        "short",
                        [(CHOSEN.by("instance", "flexhb_restores_total"), "{{instance}}")],
                        stepped=True,
                    ),
                    Panel(
                        "Records left to restore",
                        "Until they are read, the studies of those partitions wait. /v1/status says which.",
                        "short",
                        [(CHOSEN.by("instance", "flexhb_restore_remaining_records"), "{{instance}}")],
                        low=0,
                    ),
                ],
            ),
            (
                "Errors",
                [
                    flow(
                        "Input records",
                        "By outcome: poison is on the dead letter topic, rerouted ones came from a client with another partitioner, held"
                        " ones wait for a study's erasure.",
                        (CHOSEN.rate("outcome", "flexhb_inputs_total"), "{{outcome}}"),
                    ),
                    flow(
                        "Rejected records",
                        "Zombies are from attempts that were since granted to another worker, duplicates are repetitions. Both are"
                        " normal when workers or networks fail. Invalid records are a client's error.",
                        (CHOSEN.rate("kind", "flexhb_rejections_total"), "{{kind}}"),
                    ),
                    flow(
                        "Expired leases",
                        "Expired leases of workers without a sign of life, and lease checks. The trials of expired leases are granted elsewhere.",
                        (CHOSEN.total_rate("flexhb_lease_expired_total"), "expired"),
                        (CHOSEN.total_rate("flexhb_lease_checks_total"), "checked"),
                    ),
                ],
            ),
            (
                "Sampler pool",
                [
                    Panel(
                        "Suggestion latency",
                        "From request to answer, by origin of the configuration; p99. Random draws replace late ones.",
                        "s",
                        [(CHOSEN.quantile(0.99, "flexhb_suggestion_seconds", "source"), "{{source}}")],
                        low=0,
                    ),
                    Panel(
                        "Suggestion queue",
                        "Requests that wait for a thread of the pool (flexhb.suggestion.threads).",
                        "short",
                        [(CHOSEN.by("instance", "flexhb_suggestion_queue"), "{{instance}}")],
                        low=0,
                    ),
                    flow(
                        "Suggestions",
                        "Answers by origin of the configuration, and failures.",
                        (CHOSEN.rate("source", "flexhb_suggestion_seconds_count"), "{{source}}"),
                        (CHOSEN.total_rate("flexhb_suggestions_failed_total"), "failed"),
                    ),
                ],
            ),
            (
                "JVM and store",
                [
                    Panel(
                        "Heap",
                        "Used, and the limit. If usage is always near the limit, give the tuner more memory.",
                        "bytes",
                        [
                            (CHOSEN.by("instance", "jvm_memory_used_bytes", 'area="heap"'), "used {{instance}}"),
                            (f"sum by (instance) ({MOST_HEAP} > 0)", "limit {{instance}}"),
                        ],
                        low=0,
                    ),
                    Panel(
                        "GC pauses",
                        "Share of time in which the garbage collector stopped the JVM. Above 10 %, decisions are late.",
                        "percentunit",
                        [(CHOSEN.rate("instance", "jvm_gc_pause_seconds_sum"), "{{instance}}")],
                        low=0,
                        thresholds=[(0.1, "red")],
                    ),
                    Panel(
                        "CPU",
                        "Share of all cores that the tuner uses, and that all processes use.",
                        "percentunit",
                        [
                            (f"max by (instance) ({CHOSEN.all('process_cpu_usage')})", "tuner {{instance}}"),
                            (f"max by (instance) ({CHOSEN.all('system_cpu_usage')})", "host {{instance}}"),
                        ],
                        low=0,
                        high=1,
                    ),
                    Panel(
                        "Store",
                        "Bytes on disk, in memtables (not on disk yet), and in the block cache that all partitions share.",
                        "bytes",
                        [
                            (CHOSEN.total("kafka_stream_state_live_sst_files_size"), "on disk"),
                            (CHOSEN.total("kafka_stream_state_size_all_mem_tables"), "in memtables"),
                            (f"max by (instance) ({CHOSEN.all('kafka_stream_state_block_cache_usage')})", "cache {{instance}}"),
                        ],
                        low=0,
                    ),
                    Panel(
                        "Store entries",
                        "Estimated number of trials, brackets, slots and headers of all studies.",
                        "short",
                        [(CHOSEN.by("instance", "kafka_stream_state_estimate_num_keys"), "{{instance}}")],
                        low=0,
                    ),
                    Panel(
                        "Open files",
                        "Open files and the limit of the system. The store needs some for each partition.",
                        "percentunit",
                        [(f"{CHOSEN.all('process_files_open_files')} / {CHOSEN.all('process_files_max_files')}", "{{instance}}")],
                        low=0,
                        high=1,
                        thresholds=[(0.8, "red")],
                    ),
                    Panel(
                        "Studies",
                        "By status, and loads from the store into the heap. If there are many loads per second, raise flexhb.heap.studies.",
                        "short",
                        [
                            (CHOSEN.by("status", "flexhb_studies"), "{{status}}"),
                            (CHOSEN.total_rate("flexhb_studies_loaded_total"), "loads per second"),
                        ],
                    ),
                    Panel(
                        "JVM threads",
                        "Threads of the process.",
                        "short",
                        [(f"max by (instance) ({CHOSEN.all('jvm_threads_live_threads')})", "{{instance}}")],
                        low=0,
                    ),
                    Panel(
                        "Uptime",
                        "Drops to 0 with each restart of the process.",
                        "s",
                        [(f"max by (instance) ({CHOSEN.all('process_uptime_seconds')})", "{{instance}}")],
                        low=0,
                    ),
                ],
            ),
        ],
    )
