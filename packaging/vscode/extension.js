// Client of `gondwana lsp`: starts it for rules files, and stops it with the editor.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function activate() {
  const command = workspace.getConfiguration("gondwana").get("command");
  const server = { command, args: ["lsp", "--stdio"] };
  const options = { documentSelector: [{ scheme: "file", language: "gondwana" }] };
  client = new LanguageClient("gondwana", "Gondwana rules", server, options);
  return client.start();
}

function deactivate() {
  return client && client.stop();
}

module.exports = { activate, deactivate };
