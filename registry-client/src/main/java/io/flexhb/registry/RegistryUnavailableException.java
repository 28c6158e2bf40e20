package io.flexhb.registry;

import org.apache.kafka.common.errors.RetriableException;

/**
 * The schema registry gave no usable answer in time: down, unreachable, refusing the credentials,
 * or not a registry. Says nothing about the record, which is to be tried again. The message names
 * the urls (without credentials) and what to check.
 */
public final class RegistryUnavailableException extends RetriableException {

  private static final long serialVersionUID = 1L;

  private final boolean mayPass;

  RegistryUnavailableException(String message, boolean mayPass, Throwable cause) {
    super(message, cause);
    this.mayPass = mayPass;
  }

  /**
   * Whether it may pass without anybody doing something: not when the registry, or whatever answers
   * in its place, refuses the credentials or does not know the path.
   */
  public boolean mayPass() {
    return mayPass;
  }
}
