// Client of `gondwana lsp`: starts it for rules files, and stops it with the editor.
const { commands, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

async function start() {
  await stop();
  const command = workspace.getConfiguration("gondwana").get("command");
  const server = { command, args: ["lsp", "--stdio"] };
  const options = {
    documentSelector: [{ scheme: "file", language: "gondwana" }],
    initializationFailedHandler: () => false,
  };
  client = new LanguageClient("gondwana", "Gondwana rules", server, options);
  try {
    await client.start();
  } catch {
    explain(command);
  }
}

async function stop() {
  const running = client;
  client = undefined;
  try {
    await running?.stop();
  } catch {
    // it did not run
  }
}

async function explain(command) {
  const what = `\`${command} lsp\` cannot be started. Install Gondwana with \`gondwana[lsp]\`, or set the path of its command.`;
  const chosen = await window.showErrorMessage(what, "Open settings", "Show output");
  if (chosen === "Open settings") commands.executeCommand("workbench.action.openSettings", "gondwana.command");
  if (chosen === "Show output") client?.outputChannel.show();
}

function activate(context) {
  context.subscriptions.push(
    commands.registerCommand("gondwana.restart", start),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("gondwana.command")) start();
    }),
  );
  return start();
}

module.exports = { activate, deactivate: stop };
