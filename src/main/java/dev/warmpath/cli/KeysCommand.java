package dev.warmpath.cli;

import picocli.CommandLine.Command;

/** {@code warmpath keys}: the keys that callers hold. */
@Command(
    name = "keys",
    description = {
      "Makes, lists and revokes the keys that callers send as 'Authorization: Bearer', which is what"
          + " every OpenAI client does.",
      "Keys are kept in the table of a stack with AuthMode=KEYS, or in a file for './warmpath local"
          + " --keys FILE'. What is kept is a key's hash: the key itself is shown once, when it is"
          + " made."
    },
    subcommands = {
      KeysCreateCommand.class,
      KeysListCommand.class,
      KeysRevokeCommand.class,
    },
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND")
final class KeysCommand {}
