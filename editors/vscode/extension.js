// Starts `ptxlint lsp` and connects the editor with it. Everything that knows PTX is in the server.
"use strict";

const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

/** @type {LanguageClient | undefined} */
let client;

/** What the settings say, as a command. */
function server() {
  const settings = vscode.workspace.getConfiguration("ptxlint");
  const config = settings.get("config", "");
  return {
    command: settings.get("path", "ptxlint") || "ptxlint",
    args: config ? ["lsp", "--config", config] : ["lsp"],
    transport: TransportKind.stdio,
  };
}

async function start() {
  client = new LanguageClient("ptxlint", "ptxlint", server(), {
    documentSelector: [{ language: "ptx" }],
  });
  try {
    await client.start();
  } catch (error) {
    const { command } = server();
    const chosen = await vscode.window.showErrorMessage(
      `ptxlint: \`${command} lsp\` does not start (${error}). Install ptxlint, or say where it is.`,
      "Open settings",
    );
    if (chosen) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "ptxlint.path");
    }
  }
}

async function stop() {
  const running = client;
  client = undefined;
  // A client that has never started can't be stopped.
  if (running?.isRunning()) {
    await running.stop();
  }
}

async function restart() {
  await stop();
  if (vscode.workspace.isTrusted) {
    await start();
  }
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("ptxlint.restart", restart),
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("ptxlint.path") || event.affectsConfiguration("ptxlint.config")) {
        return restart();
      }
    }),
  );
  if (vscode.workspace.isTrusted) {
    await start();
  }
}

module.exports = { activate, deactivate: stop };
