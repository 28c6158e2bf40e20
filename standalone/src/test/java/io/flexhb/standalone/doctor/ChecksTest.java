package io.flexhb.standalone.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Cases that a test machine cannot reproduce: too little space, too few files, a wrong clock. */
class ChecksTest {

  private static final long NOW = 1_800_000_000_000L;

  @Test
  void shouldTellHowFarAndWhichWayTheBrokersClockIsOff() {
    assertThat(BrokerChecks.clock(NOW + 40, NOW, NOW + 90).severity())
        .isEqualTo(Finding.Severity.OK);
    // A difference within the time of the answer cannot be detected.
    assertThat(BrokerChecks.clock(NOW + 9_000, NOW, NOW + 10_000).severity())
        .isEqualTo(Finding.Severity.OK);

    Finding ahead = BrokerChecks.clock(NOW + 70_000, NOW, NOW + 10);
    assertThat(ahead.severity()).isEqualTo(Finding.Severity.WARNING);
    assertThat(ahead.message()).contains("69 s ahead of this machine's");
    assertThat(ahead.remedy()).hasValueSatisfying(m -> assertThat(m).contains("set-ntp true"));

    assertThat(BrokerChecks.clock(NOW - 5_000, NOW, NOW + 10).message()).contains("5 s behind");
  }

  @Test
  void shouldTellWhenADiskIsNearlyFull() {
    Path folder = Path.of("/state");

    assertThat(MachineChecks.disk(folder, 99).severity()).isEqualTo(Finding.Severity.PROBLEM);
    assertThat(MachineChecks.disk(folder, 100).severity()).isEqualTo(Finding.Severity.WARNING);
    assertThat(MachineChecks.disk(folder, 2_048).severity()).isEqualTo(Finding.Severity.OK);
    assertThat(MachineChecks.disk(folder, 99).message()).isEqualTo("/state has room for 99 MB");
    assertThat(MachineChecks.disk(folder, 99).remedy())
        .hasValueSatisfying(remedy -> assertThat(remedy).contains("flexhb.state.dir"));
  }

  @Test
  void shouldTellWhenFewFilesMayBeOpen() {
    assertThat(MachineChecks.files(256).severity()).isEqualTo(Finding.Severity.PROBLEM);
    assertThat(MachineChecks.files(1_024).severity()).isEqualTo(Finding.Severity.WARNING);
    assertThat(MachineChecks.files(65_536).severity()).isEqualTo(Finding.Severity.OK);
    assertThat(MachineChecks.files(256).remedy()).hasValue("ulimit -n 4096");
  }
}
