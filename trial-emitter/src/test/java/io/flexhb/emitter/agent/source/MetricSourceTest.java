package io.flexhb.emitter.agent.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.net.httpserver.HttpServer;
import io.flexhb.emitter.agent.output.CounterName;
import io.flexhb.emitter.agent.output.OutputFormat;
import io.flexhb.emitter.agent.output.Report;
import io.flexhb.emitter.agent.output.ReportAssembler;
import io.flexhb.emitter.agent.output.StepNumbering;
import io.flexhb.emitter.protocol.StepSize;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class MetricSourceTest {

  private static final OutputFormat FORMAT = OutputFormat.of("loss", CounterName.named("epoch"));

  @TempDir private Path folder;
  private final List<Report> reports = new ArrayList<>();
  private final ReportAssembler assembler = assembler(FORMAT);

  private ReportAssembler assembler(OutputFormat format) {
    return new ReportAssembler(
        format,
        new StepNumbering(OptionalInt.empty(), false).run(0),
        StepSize.ONE,
        reports::add,
        () -> 0);
  }

  @Test
  void shouldReadAFileOfCommaSeparatedValuesAsItGrows() throws IOException {
    Path file = folder.resolve("log.csv");
    MetricSource source = source("file:log.csv");
    source.poll();
    Files.writeString(file, "epoch,\"loss\",note\n1,0.5,a\n2,0.");
    source.poll();
    Files.writeString(file, "25,b\n3,nan,\n", StandardOpenOption.APPEND);
    source.poll();
    assembler.end();

    assertThat(seen("loss")).containsExactly("1=0.5", "2=0.25", "3=NaN");
  }

  @Test
  void shouldReadAFileThatIsWrittenAnewFromItsBeginning() throws IOException {
    Path file = folder.resolve("log.jsonl");
    MetricSource source = source("file:" + file);
    Files.writeString(file, "{\"epoch\": 1, \"loss\": 0.5}\n{\"epoch\": 2, \"loss\": 0.4}\n");
    source.poll();
    Files.writeString(file, "{\"epoch\": 3, \"loss\": 0.3}\n");
    source.poll();
    assembler.end();

    assertThat(seen("loss")).containsExactly("1=0.5", "2=0.4", "3=0.3");
  }

  @Test
  void shouldReadAnEndpoint() throws IOException {
    AtomicReference<String> answer = new AtomicReference<>("");
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/metrics",
        exchange -> {
          byte[] body = answer.get().getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    try {
      MetricSource source =
          source("http://127.0.0.1:" + server.getAddress().getPort() + "/metrics");
      for (String text :
          List.of(
              "",
              "{\"epoch\": 1, \"loss\": 0.5}",
              "{\"epoch\": 1, \"loss\": 0.5}",
              "{\"epoch\": 2, \"loss\": 1}")) {
        answer.set(text);
        source.poll();
      }
      assembler.end();

      assertThat(seen("loss")).containsExactly("1=0.5", "2=1.0");
      assertThat(assembler.isShownAgain()).isFalse();
    } finally {
      server.stop(0);
    }
  }

  /** As tensorboardX wrote it: add_scalar("loss", 0.5, 0), ("acc", 0.75, 0), ("loss", 0.25, 1). */
  @Test
  void shouldReadEventFilesEvenInHalves() throws IOException {
    byte[] events = HexFormat.of().parseHex(Events.TENSORBOARD_X);
    Path file = folder.resolve("events.out.tfevents.1.host");
    MetricSource source = source("tensorboard:.");
    for (int half = 0; half < 2; half++) {
      int from = half == 0 ? 0 : events.length - 20;
      int until = half == 0 ? events.length - 20 : events.length;
      Files.write(
          file,
          java.util.Arrays.copyOfRange(events, from, until),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
      source.poll();
    }
    assembler.end();

    assertThat(seen("loss")).containsExactly("1=0.5", "2=0.25");
    assertThat(seen("acc")).containsExactly("1=0.75", "2=null");
  }

  /** As Keras does: scalars are tensors, each kind of data has a folder. */
  @Test
  void shouldReadTensorsOfSeveralWriters() throws IOException {
    ReportAssembler ofKeras =
        assembler(OutputFormat.of("validation/epoch_loss", CounterName.named("epoch")));
    for (String data : List.of("train", "validation")) {
      Files.createDirectories(folder.resolve(data));
      Files.write(
          folder.resolve(data).resolve("events.out.tfevents.9.v2"),
          Events.record(0, "epoch_loss", data.equals("train") ? 0.5f : 0.75f));
    }
    MetricSource source = MetricSource.of("tensorboard:" + folder, folder, FORMAT, ofKeras);
    source.poll();
    ofKeras.end();

    assertThat(seen("validation/epoch_loss")).containsExactly("1=0.75");
    assertThat(seen("train/epoch_loss")).containsExactly("1=0.5");
  }

  @Test
  void shouldBearAFileThatIsNone() throws IOException {
    Files.writeString(
        folder.resolve("events.out.tfevents.1"), "this is no event file at all ".repeat(9));
    MetricSource source = source("tensorboard:" + folder);

    source.poll();
    source.poll();

    assertThat(reports).isEmpty();
  }

  @Test
  void shouldAskThisMachineOnly() {
    for (String name :
        List.of(
            "http://example.org/x",
            "http://localhost@example.org/",
            "https://localhost/",
            "log.csv")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> MetricSource.check(List.of(name)))
          .withMessageContaining("tensorboard:FOLDER");
    }
    MetricSource.check(List.of("file:a", "http://localhost:{port}/m", "http://[::1]:80"));
  }

  private MetricSource source(String name) {
    return MetricSource.of(name, folder, FORMAT, assembler);
  }

  private List<String> seen(String metric) {
    return reports.stream().map(r -> r.resource() + "=" + r.values().get(metric)).toList();
  }
}
