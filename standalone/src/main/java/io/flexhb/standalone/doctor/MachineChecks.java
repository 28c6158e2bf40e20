package io.flexhb.standalone.doctor;

import com.sun.management.UnixOperatingSystemMXBean;
import io.flexhb.service.config.Setting;
import io.flexhb.service.config.TunerConfig;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** The machine on which a tuner is to run: this one. */
final class MachineChecks {

  private static final String STATE = "state";
  private static final String DISK = "disk";
  private static final String FILES = "files";

  private static final long MEGABYTE = 1L << 20;
  private static final long LEAST_MEGABYTES = 100;
  private static final long ENOUGH_MEGABYTES = 2_048;

  /** A store takes several files for each partition, a connection one for each broker. */
  private static final long ENOUGH_FILES = 4_096;

  private static final long LEAST_FILES = 512;

  private final TunerConfig config;
  private final Path folder;

  MachineChecks(TunerConfig config) {
    this.config = config;
    this.folder = Path.of(config.text(Setting.STATE_DIR)).toAbsolutePath();
  }

  List<Finding> examine() {
    List<Finding> findings = new ArrayList<>();
    findings.add(state());
    findings.add(disk());
    findings.add(files());
    return findings;
  }

  private Finding state() {
    Path existing = existing();
    if (!Files.isDirectory(existing) || !Files.isWritable(existing)) {
      return Finding.problem(
          STATE,
          existing + " is not a folder that this user may write to",
          "chown it, or set flexhb.state.dir to another folder");
    }
    Path lock = folder.resolve(config.text(Setting.APPLICATION_ID)).resolve(".lock");
    if (!Files.exists(lock)) {
      return Finding.ok(
          STATE, folder + " holds no store yet: it will be restored from the changelog");
    }
    return Finding.ok(
        STATE, folder + (isHeld(lock) ? " is in use by a running tuner" : " holds a store"));
  }

  private static boolean isHeld(Path lock) {
    try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
        FileLock held = channel.tryLock()) {
      return held == null;
    } catch (OverlappingFileLockException ofThisProcess) {
      return true;
    } catch (IOException unknown) {
      return false;
    }
  }

  private Finding disk() {
    try {
      return disk(folder, Files.getFileStore(existing()).getUsableSpace() / MEGABYTE);
    } catch (IOException unknown) {
      return Finding.warning(
          DISK, folder + ": the free space is unknown: " + unknown, "df " + folder);
    }
  }

  static Finding disk(Path folder, long freeMegabytes) {
    String message = folder + " has room for " + freeMegabytes + " MB";
    String remedy = "make room there, or set flexhb.state.dir to a larger disk";
    if (freeMegabytes < LEAST_MEGABYTES) {
      return Finding.problem(DISK, message, remedy);
    }
    return freeMegabytes < ENOUGH_MEGABYTES
        ? Finding.warning(DISK, message, remedy)
        : Finding.ok(DISK, message);
  }

  private static Finding files() {
    if (!(ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix)) {
      return Finding.ok(FILES, "this system has no limit of open files");
    }
    return files(unix.getMaxFileDescriptorCount());
  }

  static Finding files(long most) {
    String message = most + " files may be open at once";
    if (most < LEAST_FILES) {
      return Finding.problem(FILES, message, "ulimit -n " + ENOUGH_FILES);
    }
    return most < ENOUGH_FILES
        ? Finding.warning(FILES, message, "ulimit -n " + ENOUGH_FILES)
        : Finding.ok(FILES, message);
  }

  private Path existing() {
    Path existing = folder;
    while (!Files.exists(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    return existing;
  }
}
