package dev.warmpath.bootstrap;

import dev.warmpath.aws.DynamoDbKeyLookup;
import dev.warmpath.keys.BearerKey;
import dev.warmpath.keys.KeyCheck;
import dev.warmpath.keys.KeyHash;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Map;

/**
 * The door's keys on AWS, as the authorizer checks them.
 *
 * @param check decides about callers
 * @param table the table's name, under which the usage plan knows its tenants
 */
public record AwsDoor(KeyCheck check, String table) {
  private static final KeyHash NOBODYS = new KeyHash("0".repeat(64));

  /**
   * Wires the door and looks a key up that nobody has: the first caller then waits neither for the
   * connection nor for the loading of classes.
   *
   * @param environment the process's variables
   * @throws SettingsException if they name no table
   */
  public static AwsDoor start(Map<String, String> environment) {
    SettingReader read = new SettingReader(environment);
    String table = read.requiredText(Setting.KEYS_TABLE);
    read.check();
    DynamoDbKeyLookup keys = DynamoDbKeyLookup.ofEnvironment(environment, table);
    // Whatever comes of it: each caller asks anew.
    var _ = keys.find(NOBODYS);
    return new AwsDoor(new KeyCheck(keys, InstantSource.system()), table);
  }

  /** A new key that nobody can foresee. */
  public static BearerKey newKey() {
    return BearerKey.draw(new SecureRandom());
  }
}
