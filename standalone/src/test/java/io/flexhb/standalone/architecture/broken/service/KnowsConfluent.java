package io.flexhb.standalone.architecture.broken.service;

import io.confluent.kafka.schemaregistry.CompatibilityLevel;
import io.flexhb.standalone.architecture.Breaks;

@Breaks("only ConfluentRegistry knows the Confluent client")
public final class KnowsConfluent {
  CompatibilityLevel level = CompatibilityLevel.BACKWARD;
}
