package io.flexhb.standalone.logging;

import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.flexhb.standalone.text.EscapedText;

/** The message, in one line whatever strangers put into it. */
public final class TextConverter extends ClassicConverter {

  @Override
  public String convert(ILoggingEvent event) {
    return EscapedText.line(String.valueOf(event.getFormattedMessage()));
  }
}
