package io.flexhb.emitter.agent.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Lines as trainers print them. */
class LinePatternsTest {

  @Test
  void shouldReadKeras() {
    Output output =
        Output.of("val_loss", "epoch")
            .print("Epoch 1/27\n")
            .print(
                "\u001b[1m1/32\u001b[0m \u001b[37m━━━\u001b[0m \u001b[1m2s\u001b[0m loss: 9.0\b\b\b\b\b\b\r")
            .print(
                "32/32 [======] - 1s 2ms/step - loss: 0.5310 - accuracy: 0.81 - val_loss: 0.4822\n")
            .print("Epoch 2/27\n32/32 - 0s - loss: 0.4 - val_loss: 3.9e-1\n");

    List<Report> reports = output.end();

    assertThat(output.seen("val_loss")).containsExactly("1=0.4822", "2=0.39");
    assertThat(reports.get(0).values())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("loss", 0.531, "accuracy", 0.81, "val_loss", 0.4822));
  }

  @Test
  void shouldReadOneLineAnEpoch() {
    Output output =
        Output.of("loss", "epoch")
            .print("epoch 3 loss=0.12 acc: 0.98 lr=1e-3 (12.3s, 400 img/s)\n");

    assertThat(Output.only(output.end()))
        .containsOnly(entry("loss", 0.12), entry("acc", 0.98), entry("lr", 0.001));
    assertThat(output.seen("loss")).containsExactly("3=0.12");
  }

  @Test
  void shouldReadXgBoost() {
    Output output =
        Output.of("validation-error", "round")
            .print("[0]\ttrain-error:0.20\tvalidation-error:0.25\n")
            .print("[1]\ttrain-error:0.10\tvalidation-error:0.13\n");

    assertThat(output.end()).hasSize(2);
    assertThat(output.seen("validation-error")).containsExactly("1=0.25", "2=0.13");
    assertThat(output.seen("train-error")).containsExactly("1=0.2", "2=0.1");
  }

  @Test
  void shouldReadLightGbm() {
    Output output =
        Output.of("valid_0.auc", "iteration")
            .print("[LightGBM] [Info] Number of positive: 212, number of negative: 243\n")
            .print("[LightGBM] [Info] [binary:BoostFromScore]: pavg=0.46 -> initscore=-0.13\n")
            .print("[1]\tvalid_0's binary_logloss: 0.59\tvalid_0's auc: 0.97\n")
            .print("[2]\tvalid_0's binary_logloss: 0.52\tvalid_0's auc: 0.98\n");

    output.end();

    assertThat(output.seen("valid_0.auc")).containsExactly("1=0.97", "2=0.98");
    assertThat(output.seen("valid_0.binary_logloss")).containsExactly("1=0.59", "2=0.52");
  }

  @Test
  void shouldReadScikitLearn() {
    Output perceptron =
        Output.of("loss", "iteration")
            .print("Iteration 1, loss = 2.30\nValidation score: 0.41\nIteration 2, loss = 1.95\n");
    perceptron.end();
    Output descent =
        Output.of("loss", "epoch")
            .print("-- Epoch 1\nNorm: 5.1, NNZs: 64, Bias: -0.2, T: 1437, Avg. loss: 0.66\n")
            .print("Total training time: 0.00 seconds.\n-- Epoch 2\n")
            .print("Norm: 4.9, NNZs: 64, Bias: -0.3, T: 2874, Avg. loss: 0.11\n");
    descent.end();
    Output boosting =
        Output.of("Train_Loss", "iter")
            .print("      Iter       Train Loss   Remaining Time \n")
            .print("         1           1.2613            0.51s\n")
            .print("         2           1.1715            0.50s\n");
    boosting.end();

    assertThat(perceptron.seen("loss")).containsExactly("1=2.3", "2=1.95");
    assertThat(perceptron.seen("Validation_score")).containsExactly("1=0.41", "2=null");
    assertThat(descent.seen("loss")).containsExactly("1=0.66", "2=0.11");
    assertThat(boosting.seen("Train_Loss")).containsExactly("1=1.2613", "2=1.1715");
  }

  @Test
  void shouldReadTheBarsOfLightning() {
    Output output =
        Output.of("val_loss", "epoch")
            .print("Epoch 0:   0%|          | 0/45 [00:00<?, ?it/s]")
            .print("\rEpoch 0:  50%|####4   | 22/45 [00:01<00:01, 30.0it/s, loss=0.61, v_num=3]")
            .print(
                "\rEpoch 0: 100%|########| 45/45 [00:02<00:00, 30.1it/s, loss=0.50, val_loss=0.48]")
            .print("\rEpoch 1:   0%|          | 0/45 [00:00<?, ?it/s, loss=0.50, val_loss=0.48]")
            .print(
                "\rEpoch 1: 100%|########| 45/45 [00:02<00:00, 30.1it/s, loss=0.41, val_loss=0.39]\n");

    output.end();

    assertThat(output.seen("val_loss")).containsExactly("1=0.48", "2=0.39");
    assertThat(output.seen("loss")).containsExactly("1=0.5", "2=0.41");
  }

  @Test
  void shouldReadJsonAndPythonsDictionaries() {
    Output output =
        Output.of("eval_loss", "epoch")
            .print("{'loss': 0.7, 'learning_rate': 5e-05, 'epoch': 0.5}\n")
            .print("{'eval_loss': 0.61, 'eval_accuracy': 0.7, 'epoch': 1.0}\n")
            .print(
                "{\"epoch\": 2, \"eval_loss\": NaN, \"gpu\": {\"memory\": 1.5, \"ids\": [1, 2]}}\n")
            .print("{not json: 3}\n");

    output.end();

    assertThat(output.seen("eval_loss")).containsExactly("1=0.61", "2=NaN");
    assertThat(output.seen("loss")).containsExactly("1=0.7", "2=null");
    assertThat(output.seen("gpu.memory")).containsExactly("1=null", "2=1.5");
  }

  @Test
  void shouldFindNamesThatAreAskedForWithoutASignInBetween() {
    Output output =
        Output.of(
                new OutputFormat(
                    "Acc@1", CounterName.named("epoch"), List.of(), Set.of(), false, false))
            .print("Epoch: [3][ 10/100]\tTime 0.1 ( 0.2)\n * Acc@1 60.25 Acc@5 83.1\n");

    output.end();

    assertThat(output.seen("Acc@1")).containsExactly("3=60.25");
  }

  @Test
  void shouldTellDataApart() {
    Output output =
        Output.of("val_loss", "epoch").print("epoch 1: train loss: 0.10 val loss: 0.20 acc 0.9\n");

    assertThat(Output.only(output.end()))
        .containsOnly(entry("train_loss", 0.1), entry("val_loss", 0.2));
  }

  @Test
  void shouldTakeNamesWithBrackets() {
    Output output = Output.of("f1@[IoU=0.5]", "epoch").print("epoch=4 f1@[IoU=0.5]=0.75\n");

    assertThat(Output.only(output.end())).containsOnly(entry("f1@[IoU=0.5]", 0.75));
  }

  @Test
  void shouldNotTakeSettingsForACounter() {
    Output output =
        Output.of("loss", "epoch")
            .print("Namespace(epochs=27, lr=0.1)\ntraining for 27 epochs\nEpoch 1/27 loss: 0.5\n");

    output.end();

    assertThat(output.seen("loss")).containsExactly("1=0.5");
  }

  @Test
  void shouldReadAUsersOwnExpressions() {
    Output output =
        Output.of(
                new OutputFormat(
                    "err",
                    CounterName.named("epoch"),
                    List.of("^pass (?<resource>\\d+)", "<(?<name>\\w+)\\|(?<value>[^>]+)>"),
                    Set.of(),
                    false,
                    false))
            .print("pass 4 <err|1.5E-1> <top5|0.9>\nepoch 9 err=3\n");

    output.end();

    assertThat(output.seen("err")).containsExactly("4=0.15");
    assertThat(output.seen("top5")).containsExactly("4=0.9");
  }

  @Test
  void shouldRefuseExpressionsThatSayNothing() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RegexLines("loss (.*)"))
        .withMessageContaining("(?<resource>...)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RegexLines("(?<loss>["))
        .withMessageContaining("not a valid regular expression");
  }

  @Test
  void shouldKeepOnlyTheMetricsAskedFor() {
    Output output =
        Output.of(
                new OutputFormat(
                    "loss", CounterName.named("epoch"), List.of(), Set.of("acc"), false, false))
            .print("epoch 1 loss=1 acc=2 time=3\n");

    assertThat(Output.only(output.end())).containsOnly(entry("loss", 1.0), entry("acc", 2.0));
  }

  @Test
  void shouldBearGarbage() {
    Output output = Output.of("loss", "epoch");
    byte[] noise = new byte[300_000];
    new java.util.Random(3).nextBytes(noise);
    output.print(new String(noise, java.nio.charset.StandardCharsets.ISO_8859_1));
    output
        .print("=".repeat(200_000) + "\n")
        .print("a ".repeat(40_000) + "\n{" + "[".repeat(5000) + "\n");
    output.print("epoch 1 loss=0.5\n");

    assertThat(output.end()).isNotEmpty();
    assertThat(output.seen("loss")).contains("1=0.5");
  }
}
