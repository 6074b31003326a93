// Starts `weft lsp` and connects VS Code to it. What the server gives is listed in docs/language-server.md.

const { commands, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

async function start() {
  const settings = workspace.getConfiguration("weft");
  const server = { command: settings.get("program"), args: ["lsp"] };
  client = new LanguageClient("weft", "Weft", server, {
    documentSelector: [{ language: "weft" }],
    initializationOptions: { importFolders: settings.get("importFolders") },
  });
  await client.start();
}

async function restart() {
  await client?.stop();
  await start();
}

exports.activate = async (context) => {
  context.subscriptions.push(
    commands.registerCommand("weft.restart", restart),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("weft.program") || change.affectsConfiguration("weft.importFolders")) {
        restart();
      }
    }),
  );
  await start();
};

exports.deactivate = () => client?.stop();
