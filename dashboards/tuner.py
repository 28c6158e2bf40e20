"""The tuner's health: whether decisions come in time, and what keeps them if not."""

from panels import Panel, board, variable

I = 'instance=~"$instance"'


def rate(by, metric, extra=""):
    return f"sum by ({by}) (rate({metric}{{{I}{extra}}}[$__rate_interval]))"


def quantile(q, metric, by="", extra=""):
    labels = ", ".join(filter(None, ["le", by]))
    return f"histogram_quantile({q}, sum by ({labels}) (rate({metric}_bucket{{{I}{extra}}}[$__rate_interval])))"


def tuner():
    report = ', input="report"'
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
                        [(f"flexhb_tuner_ready{{{I}}}", "{{instance}}")],
                        kind="number",
                        width=4,
                    ),
                    Panel(
                        "Lag",
                        "Age of the oldest record in hand that is not dealt with, by the clock of who sent it. Above 10 s workers wait noticeably.",
                        "s",
                        [(f"max by (topic) (flexhb_input_lag_seconds{{{I}}})", "{{topic}}")],
                        width=10,
                        low=0,
                        thresholds=[(10, "red")],
                    ),
                    Panel(
                        "Records not fetched",
                        "By topic, all partitions. With a lag of many records the tuner is slower than what comes in.",
                        "short",
                        [(f"sum by (topic) (kafka_consumer_fetch_manager_records_lag{{{I}}})", "{{topic}}")],
                        width=10,
                        low=0,
                    ),
                    Panel(
                        "Report to command",
                        "From the time in a report at a boundary to the command that answers it, before its commit. Workers see some 10 ms more.",
                        "s",
                        [
                            (quantile(0.5, "flexhb_decision_latency_seconds", extra=report), "p50"),
                            (quantile(0.99, "flexhb_decision_latency_seconds", extra=report), "p99"),
                        ],
                        low=0,
                        thresholds=[(1, "red")],
                    ),
                    Panel(
                        "Deciding itself",
                        "From the bytes of a record to the last output handed over.",
                        "s",
                        [
                            (quantile(0.5, "flexhb_decision_seconds"), "p50"),
                            (quantile(0.99, "flexhb_decision_seconds"), "p99"),
                        ],
                        low=0,
                    ),
                    Panel(
                        "Decisions and commands",
                        "Decisions that changed a study, and commands sent, repeated ones included.",
                        "ops",
                        [
                            (f"sum(rate(flexhb_decisions_total{{{I}}}[$__rate_interval]))", "decisions"),
                            (f"sum(rate(flexhb_commands_total{{{I}}}[$__rate_interval]))", "commands"),
                        ],
                    ),
                ],
            ),
            (
                "Kafka",
                [
                    Panel(
                        "Commits",
                        "Commits a second. A decision is seen with the next: at rest there are none, under load up to a hundred for each thread.",
                        "ops",
                        [(rate("instance", "kafka_stream_thread_commit_total"), "{{instance}}")],
                    ),
                    Panel(
                        "Time of a commit",
                        "Worst thread. It grows with the broker's replication and its disks.",
                        "ms",
                        [
                            (f"max(kafka_stream_thread_commit_latency_avg{{{I}}})", "mean"),
                            (f"max(kafka_stream_thread_commit_latency_max{{{I}}})", "longest"),
                        ],
                        low=0,
                    ),
                    Panel(
                        "Threads",
                        "Stream threads at work, and replaced after a failure. A replaced one decides the same again; nothing is lost.",
                        "short",
                        [
                            (f"sum by (instance) (kafka_stream_alive_stream_threads{{{I}}})", "alive {{instance}}"),
                            (f"sum by (instance) (increase(flexhb_thread_restarts_total{{{I}}}[$__rate_interval]))", "replaced {{instance}}"),
                        ],
                    ),
                    Panel(
                        "Rebalances",
                        "How often partitions were shared out anew, since the start. It rises with each start and end of a tuner.",
                        "short",
                        [(f"sum by (instance) (kafka_consumer_coordinator_rebalance_total{{{I}}})", "{{instance}}")],
                        stepped=True,
                    ),
                    Panel(
                        "Restores begun",
                        "Stores read from their changelog, since the start: one for each partition at a start without state, or one that came from another tuner.",
                        "short",
                        [(f"sum by (instance) (flexhb_restores_total{{{I}}})", "{{instance}}")],
                        stepped=True,
                    ),
                    Panel(
                        "Records left to restore",
                        "Until they are read, the studies of those partitions wait. /v1/status says which.",
                        "short",
                        [(f"sum by (instance) (flexhb_restore_remaining_records{{{I}}})", "{{instance}}")],
                        low=0,
                    ),
                ],
            ),
            (
                "Errors",
                [
                    Panel(
                        "Input records",
                        "What became of them: poison lies on the dead letter topic, rerouted ones came from a client with another partitioner, held"
                        " ones wait for a study's erasure.",
                        "ops",
                        [(rate("outcome", "flexhb_inputs_total"), "{{outcome}}")],
                    ),
                    Panel(
                        "Without effect",
                        "Zombies are of attempts that were given to somebody else, duplicates were said before: both are normal when workers"
                        " or networks fail. Invalid ones are a client's mistake.",
                        "ops",
                        [(rate("kind", "flexhb_rejections_total"), "{{kind}}")],
                    ),
                    Panel(
                        "Leases run out",
                        "Workers that fell silent, and checks that asked for it. Expired leases send trials elsewhere.",
                        "ops",
                        [
                            (f"sum(rate(flexhb_lease_expired_total{{{I}}}[$__rate_interval]))", "expired"),
                            (f"sum(rate(flexhb_lease_checks_total{{{I}}}[$__rate_interval]))", "checked"),
                        ],
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
                        [(quantile(0.99, "flexhb_suggestion_seconds", "source"), "{{source}}")],
                        low=0,
                    ),
                    Panel(
                        "Requests in the queue",
                        "Requests that wait for a thread of the pool (flexhb.suggestion.threads).",
                        "short",
                        [(f"sum by (instance) (flexhb_suggestion_queue{{{I}}})", "{{instance}}")],
                        low=0,
                    ),
                    Panel(
                        "Suggestions",
                        "Answers by what chose the configuration, and failures.",
                        "ops",
                        [
                            (rate("source", "flexhb_suggestion_seconds_count"), "{{source}}"),
                            (f"sum(rate(flexhb_suggestions_failed_total{{{I}}}[$__rate_interval]))", "failed"),
                        ],
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
                            (f'sum by (instance) (jvm_memory_used_bytes{{{I}, area="heap"}})', "used {{instance}}"),
                            (f'sum by (instance) (jvm_memory_max_bytes{{{I}, area="heap"}} > 0)', "most {{instance}}"),
                        ],
                        low=0,
                    ),
                    Panel(
                        "Pauses of the collector",
                        "Share of time the JVM stood still. Above a tenth decisions are late.",
                        "percentunit",
                        [(f"sum by (instance) (rate(jvm_gc_pause_seconds_sum{{{I}}}[$__rate_interval]))", "{{instance}}")],
                        low=0,
                        thresholds=[(0.1, "red")],
                    ),
                    Panel(
                        "Processor",
                        "Share of all cores that the tuner uses, and that anybody uses.",
                        "percentunit",
                        [
                            (f"max by (instance) (process_cpu_usage{{{I}}})", "tuner {{instance}}"),
                            (f"max by (instance) (system_cpu_usage{{{I}}})", "host {{instance}}"),
                        ],
                        low=0,
                        high=1,
                    ),
                    Panel(
                        "Store",
                        "Bytes on disk, in memory and not on disk yet, and in the cache that all partitions share.",
                        "bytes",
                        [
                            (f"sum(kafka_stream_state_live_sst_files_size{{{I}}})", "on disk"),
                            (f"sum(kafka_stream_state_size_all_mem_tables{{{I}}})", "in memory tables"),
                            (f"max by (instance) (kafka_stream_state_block_cache_usage{{{I}}})", "cache {{instance}}"),
                        ],
                        low=0,
                    ),
                    Panel(
                        "Entries of the store",
                        "Trials, brackets, slots and headers of all studies, about.",
                        "short",
                        [(f"sum by (instance) (kafka_stream_state_estimate_num_keys{{{I}}})", "{{instance}}")],
                        low=0,
                    ),
                    Panel(
                        "Open files",
                        "Of those the system allows. The store needs some for each partition.",
                        "percentunit",
                        [(f"process_files_open_files{{{I}}} / process_files_max_files{{{I}}}", "{{instance}}")],
                        low=0,
                        high=1,
                        thresholds=[(0.8, "red")],
                    ),
                    Panel(
                        "Studies in hand",
                        "By where they stand; and read from the store into the heap. Many reads a second: raise flexhb.heap.studies.",
                        "short",
                        [
                            (f"sum by (status) (flexhb_studies{{{I}}})", "{{status}}"),
                            (f"sum(rate(flexhb_studies_loaded_total{{{I}}}[$__rate_interval]))", "read a second"),
                        ],
                    ),
                    Panel(
                        "JVM threads",
                        "Threads of the process.",
                        "short",
                        [(f"max by (instance) (jvm_threads_live_threads{{{I}}})", "{{instance}}")],
                        low=0,
                    ),
                    Panel(
                        "Time since the start",
                        "Falls to 0 with each restart of the process.",
                        "s",
                        [(f"max by (instance) (process_uptime_seconds{{{I}}})", "{{instance}}")],
                        low=0,
                    ),
                ],
            ),
        ],
    )
