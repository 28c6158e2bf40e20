"""The tuner's health: whether decisions come in time, and what keeps them if not."""

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
                "In time?",
                [
                    Panel(
                        "Deciding",
                        "1 while a tuner decides; 0 while it starts, moves partitions, restores or ends.",
                        "bool_on_off",
                        [(CHOSEN.all("flexhb_tuner_ready"), "{{instance}}")],
                        kind="number",
                        width=4,
                    ),
                    Panel(
                        "Lag",
                        "Age of the oldest record in hand that is not dealt with, by the clock of who sent it. Above 10 s workers wait noticeably.",
                        "s",
                        [(f"max by (topic) ({CHOSEN.all('flexhb_input_lag_seconds')})", "{{topic}}")],
                        width=10,
                        low=0,
                        thresholds=[(10, "red")],
                    ),
                    Panel(
                        "Records not fetched",
                        "By topic, all partitions. With a lag of many records the tuner is slower than what comes in.",
                        "short",
                        [(CHOSEN.by("topic", "kafka_consumer_fetch_manager_records_lag"), "{{topic}}")],
                        width=10,
                        low=0,
                    ),
                    CHOSEN.times(
                        "Report to command",
                        "From the time in a report at a boundary to the command that answers it, before its commit. Workers see some 10 ms more.",
                        "flexhb_decision_latency_seconds",
                        'input="report"',
                        thresholds=[(1, "red")],
                    ),
                    CHOSEN.times(
                        "Deciding itself",
                        "From the bytes of a record to the last output handed over.",
                        "flexhb_decision_seconds",
                    ),
                    flow(
                        "Decisions and commands",
                        "Decisions that changed a study, and commands sent, repeated ones included.",
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
                        "Commits a second. A decision is seen with the next: at rest there are none, under load up to a hundred for each thread.",
                        (CHOSEN.rate("instance", "kafka_stream_thread_commit_total"), "{{instance}}"),
                    ),
                    Panel(
                        "Time of a commit",
                        "Worst thread. It grows with the broker's replication and its disks.",
                        "ms",
                        [
                            (CHOSEN.most("kafka_stream_thread_commit_latency_avg"), "mean"),
                            (CHOSEN.most("kafka_stream_thread_commit_latency_max"), "longest"),
                        ],
                        low=0,
                    ),
                    Panel(
                        "Threads",
                        "Stream threads at work, and replaced after a failure. A replaced one decides the same again; nothing is lost.",
                        "short",
                        [
                            (CHOSEN.by("instance", "kafka_stream_alive_stream_threads"), "alive {{instance}}"),
                            (CHOSEN.per_interval("instance", "flexhb_thread_restarts_total"), "replaced {{instance}}"),
                        ],
                    ),
                    Panel(
                        "Rebalances",
                        "How often partitions were shared out anew, since the start. It rises with each start and end of a tuner.",
                        "short",
                        [(CHOSEN.by("instance", "kafka_consumer_coordinator_rebalance_total"), "{{instance}}")],
                        stepped=True,
                    ),
                    Panel(
                        "Restores begun",
                        "Stores read from their changelog, since the start: one for each partition at a start without state, or one that came from another tuner.",
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
                        "What became of them: poison lies on the dead letter topic, rerouted ones came from a client with another partitioner, held"
                        " ones wait for a study's erasure.",
                        (CHOSEN.rate("outcome", "flexhb_inputs_total"), "{{outcome}}"),
                    ),
                    flow(
                        "Without effect",
                        "Zombies are of attempts that were given to somebody else, duplicates were said before: both are normal when workers"
                        " or networks fail. Invalid ones are a client's mistake.",
                        (CHOSEN.rate("kind", "flexhb_rejections_total"), "{{kind}}"),
                    ),
                    flow(
                        "Leases run out",
                        "Workers that fell silent, and checks that asked for it. Expired leases send trials elsewhere.",
                        (CHOSEN.total_rate("flexhb_lease_expired_total"), "expired"),
                        (CHOSEN.total_rate("flexhb_lease_checks_total"), "checked"),
                    ),
                ],
            ),
            (
                "Sampler pool",
                [
                    Panel(
                        "Time of a suggestion",
                        "From request to answer, by what chose the configuration; p99. Late ones are replaced by draws.",
                        "s",
                        [(CHOSEN.quantile(0.99, "flexhb_suggestion_seconds", "source"), "{{source}}")],
                        low=0,
                    ),
                    Panel(
                        "Requests in the queue",
                        "Requests that wait for a thread of the pool (flexhb.suggestion.threads).",
                        "short",
                        [(CHOSEN.by("instance", "flexhb_suggestion_queue"), "{{instance}}")],
                        low=0,
                    ),
                    flow(
                        "Suggestions",
                        "Answers by what chose the configuration, and failures.",
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
                        "In use, and the most it may be. Near the limit all the time: give the tuner more memory.",
                        "bytes",
                        [
                            (CHOSEN.by("instance", "jvm_memory_used_bytes", 'area="heap"'), "used {{instance}}"),
                            (f"sum by (instance) ({MOST_HEAP} > 0)", "most {{instance}}"),
                        ],
                        low=0,
                    ),
                    Panel(
                        "Pauses of the collector",
                        "Share of time the JVM stood still. Above a tenth decisions are late.",
                        "percentunit",
                        [(CHOSEN.rate("instance", "jvm_gc_pause_seconds_sum"), "{{instance}}")],
                        low=0,
                        thresholds=[(0.1, "red")],
                    ),
                    Panel(
                        "Processor",
                        "Share of all cores that the tuner uses, and that anybody uses.",
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
                        "Bytes on disk, in memory and not on disk yet, and in the cache that all partitions share.",
                        "bytes",
                        [
                            (CHOSEN.total("kafka_stream_state_live_sst_files_size"), "on disk"),
                            (CHOSEN.total("kafka_stream_state_size_all_mem_tables"), "in memory tables"),
                            (f"max by (instance) ({CHOSEN.all('kafka_stream_state_block_cache_usage')})", "cache {{instance}}"),
                        ],
                        low=0,
                    ),
                    Panel(
                        "Entries of the store",
                        "Trials, brackets, slots and headers of all studies, about.",
                        "short",
                        [(CHOSEN.by("instance", "kafka_stream_state_estimate_num_keys"), "{{instance}}")],
                        low=0,
                    ),
                    Panel(
                        "Open files",
                        "Of those the system allows. The store needs some for each partition.",
                        "percentunit",
                        [(f"{CHOSEN.all('process_files_open_files')} / {CHOSEN.all('process_files_max_files')}", "{{instance}}")],
                        low=0,
                        high=1,
                        thresholds=[(0.8, "red")],
                    ),
                    Panel(
                        "Studies in hand",
                        "By where they stand; and read from the store into the heap. Many reads a second: raise flexhb.heap.studies.",
                        "short",
                        [
                            (CHOSEN.by("status", "flexhb_studies"), "{{status}}"),
                            (CHOSEN.total_rate("flexhb_studies_loaded_total"), "read a second"),
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
                        "Time since the start",
                        "Falls to 0 with each restart of the process.",
                        "s",
                        [(f"max by (instance) ({CHOSEN.all('process_uptime_seconds')})", "{{instance}}")],
                        low=0,
                    ),
                ],
            ),
        ],
    )
