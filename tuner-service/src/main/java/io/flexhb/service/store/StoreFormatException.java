package io.flexhb.service.store;

/** A store holds what this version cannot read. Trying again does not help. */
public final class StoreFormatException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  StoreFormatException(String message, Throwable cause) {
    super(message, cause);
  }
}
