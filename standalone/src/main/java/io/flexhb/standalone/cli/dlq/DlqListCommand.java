package io.flexhb.standalone.cli.dlq;

import io.flexhb.client.StudyClient;
import io.flexhb.standalone.cli.base.ClientCommand;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.standalone.cli.base.NonNegativeInt;
import io.flexhb.standalone.cli.output.Table;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists dead letters. */
@Command(
    name = "list",
    description = "List the records that the tuner could not use, the newest last.",
    footer = {
      "  flexhb dlq list",
      "  flexhb dlq list --study mnist --topic metrics --last 100 -o json"
    })
final class DlqListCommand extends ClientCommand {

  /** Maximum length of a reason in characters; 'show' prints all of it. */
  private static final int REASON = 120;

  private static final int KEY = 40;

  @Mixin private DeadLetterFilter filter;

  @Option(
      names = "--last",
      paramLabel = "N",
      converter = NonNegativeInt.class,
      defaultValue = "20",
      description = "Only the newest N (default ${DEFAULT-VALUE}).")
  private int last = 20;

  @Override
  protected int run(StudyClient client) {
    List<DeadLetter> all = filter.read(client.cluster());
    List<DeadLetter> shown = all.subList(Math.max(0, all.size() - last), all.size());
    output()
        .answer(
            shown.stream().map(DeadLetter::tree).toList(),
            out -> {
              if (all.isEmpty()) {
                out.println("no dead letters");
                return;
              }
              Table table = new Table("PLACE", "TIME", "FOUND AT", "KEY", "REASON");
              shown.forEach(
                  letter ->
                      table.row(
                          letter.place(),
                          letter.time().map(Instant::toString).orElse("?"),
                          letter.origin(),
                          cut(letter.keyText(), KEY),
                          cut(letter.reason(), REASON)));
              table.print(out);
            });
    if (shown.size() < all.size()) {
      output()
          .note(all.size() - shown.size() + " older ones are not shown; --last says how many are");
    }
    return ExitCode.OK;
  }

  private static String cut(String text, int length) {
    return text.length() <= length ? text : text.substring(0, length) + "...";
  }
}
