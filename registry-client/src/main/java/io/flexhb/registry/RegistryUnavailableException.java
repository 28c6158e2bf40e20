package io.flexhb.registry;

import org.apache.kafka.common.errors.RetriableException;

/**
 * Thrown when the schema registry gives no usable answer in time: it is down, unreachable, rejects
 * the credentials, or is not a registry. This says nothing about the record, so the call should be
 * retried. The message names the URLs (without credentials) and what to check.
 */
public final class RegistryUnavailableException extends RetriableException {

  private static final long serialVersionUID = 1L;

  private final boolean mayPass;

  RegistryUnavailableException(String message, boolean mayPass, Throwable cause) {
    super(message, cause);
    this.mayPass = mayPass;
  }

  /**
   * Whether the failure may pass by itself: it does not when the registry, or another server in its
   * place, rejects the credentials or does not know the path.
   */
  public boolean mayPass() {
    return mayPass;
  }
}
