// Client of `gondwana lsp`: starts it for rules files, and stops it with the editor.
const { spawn } = require("node:child_process");
const { commands, window, workspace } = require("vscode");
const { CloseAction, ErrorAction, LanguageClient } = require("vscode-languageclient/node");

const RESTARTS = 4; // after which a server that ends by itself is left alone

let client;
let starts = Promise.resolve(); // one after the other

function start() {
  starts = starts.then(stop).then(run).catch((error) => window.showErrorMessage(String(error)));
  return starts;
}

async function run() {
  const command = workspace.getConfiguration("gondwana").get("command");
  let first; // the first process; the client asks for another when that one ends by itself
  let said = "";
  const serve = async () => {
    const child = first ?? spawn(command, ["lsp", "--stdio"]);
    first = undefined;
    said = "";
    child.stderr.on("data", (text) => (said += text));
    return child;
  };
  try {
    first = await spawned(spawn(command, ["lsp", "--stdio"]));
  } catch {
    return void explain(`There is no command \`${command}\`.`);
  }
  let ends = 0;
  let ran = false;
  client = new LanguageClient("gondwana", "Gondwana rules", serve, {
    documentSelector: [{ scheme: "file", language: "gondwana" }],
    initializationFailedHandler: () => false,
    errorHandler: {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => {
        ends += 1;
        if (ran && ends <= RESTARTS) return { action: CloseAction.Restart, handled: true };
        explain(said.trim() || `\`${command} lsp\` has ended.`);
        return { action: CloseAction.DoNotRestart, handled: true };
      },
    },
  });
  await client.start().then(() => (ran = true), () => {}); // `closed` says why it does not run
}

function spawned(child) {
  return new Promise((resolve, reject) => child.once("spawn", () => resolve(child)).once("error", reject));
}

async function stop() {
  const running = client;
  client = undefined;
  if (running?.isRunning()) await running.stop();
  await running?.dispose();
}

async function explain(why) {
  const what = `${why} Install Gondwana with the extra \`gondwana[lsp]\`, or set the path of its command.`;
  if (await window.showErrorMessage(what, "Open settings")) {
    commands.executeCommand("workbench.action.openSettings", "gondwana.command");
  }
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
