package io.flexhb.service.store;

/** Thrown when a store holds data that this version cannot read. A retry does not help. */
public final class StoreFormatException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  StoreFormatException(String message, Throwable cause) {
    super(message, cause);
  }
}
