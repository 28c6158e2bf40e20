package io.flexhb.emitter.protocol;

import io.flexhb.avro.Command;
import io.flexhb.topics.Ids;

/**
 * The tuner's address of one training thread.
 *
 * @param study id of the study
 * @param worker id of the worker process
 * @param number number of the slot within the worker, from 0
 */
public record SlotAddress(String study, String worker, int number) {

  /**
   * Checks the ids.
   *
   * @throws IllegalArgumentException naming what is wrong
   */
  public SlotAddress {
    Ids.checkStudy(study);
    Ids.checkWorker(worker);
    if (number < 0) {
      throw new IllegalArgumentException("slot " + number + ": slots count from 0");
    }
  }

  /** Whether the command names this slot. */
  boolean isAddresseeOf(Command command) {
    return command.getSlot() == number && command.getWorker().equals(worker);
  }

  /** Whether the command names another slot, of this worker or another. */
  boolean isForAnother(Command command) {
    return !command.getWorker().isEmpty() && !isAddresseeOf(command);
  }

  @Override
  public String toString() {
    return study + "/" + worker + "#" + number;
  }
}
