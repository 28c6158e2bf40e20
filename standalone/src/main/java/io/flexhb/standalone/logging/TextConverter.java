package io.flexhb.standalone.logging;

import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.flexhb.standalone.text.EscapedText;

/** The message on one line, whatever text from outside it contains. */
public final class TextConverter extends ClassicConverter {

  @Override
  public String convert(ILoggingEvent event) {
    return EscapedText.line(String.valueOf(event.getFormattedMessage()));
  }
}
