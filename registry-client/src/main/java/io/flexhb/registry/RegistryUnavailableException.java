package io.flexhb.registry;

import org.apache.kafka.common.errors.RetriableException;

/**
 * The schema registry gave no usable answer in time: down, unreachable, refusing the credentials,
 * or not a registry. Says nothing about the record, which is to be tried again. The message names
 * the urls (without credentials) and what to check.
 */
public final class RegistryUnavailableException extends RetriableException {

  private static final long serialVersionUID = 1L;

  RegistryUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
