package io.flexhb.service.admin;

import io.flexhb.service.failure.TunerException;

/** Thrown when no broker answers in time. */
public final class BrokerUnreachableException extends TunerException {

  private static final long serialVersionUID = 1L;

  BrokerUnreachableException(String message, Throwable cause) {
    super(message, cause);
  }
}
