//! The extension of VS Code fits the server.

use super::client::Client;
use serde_json::{Value, json};
use std::path::Path;

#[test]
fn the_extension_fits_the_server() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("editors/vscode");
    let json = |name: &str| -> Value {
        let text = std::fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let package = json("package.json");
    assert_eq!(package["version"], env!("CARGO_PKG_VERSION"));
    let contributes = &package["contributes"];
    for file in [&package["main"], &contributes["languages"][0]["configuration"], &contributes["grammars"][0]["path"]] {
        assert!(folder.join(file.as_str().expect("a path")).is_file(), "{file}");
    }
    let grammar = json("syntaxes/ptx.tmLanguage.json");
    assert_eq!(grammar["scopeName"], contributes["grammars"][0]["scopeName"]);
    json("language-configuration.json");
    // Scopes are for kinds of tokens that the server has.
    let mut client = Client::raw(&[]);
    let legend = client.introduce(json!({}))["capabilities"]["semanticTokensProvider"]["legend"].clone();
    let has = |list: &Value, word: &str| list.as_array().expect("a list").iter().any(|known| known == word);
    for kind in contributes["semanticTokenScopes"][0]["scopes"].as_object().expect("an object").keys() {
        let mut words = kind.split('.');
        assert!(words.next().is_some_and(|word| has(&legend["tokenTypes"], word)), "{kind}");
        assert!(words.all(|word| has(&legend["tokenModifiers"], word)), "{kind}");
    }
    let own = contributes["semanticTokenTypes"][0]["id"].as_str().expect("a name");
    assert!(has(&legend["tokenTypes"], own), "{own}");
}
