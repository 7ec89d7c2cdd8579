//! The server's state, and what it does with each message.

use super::document::OpenDocument;
use super::linting::{self, EditorJob, LintQueue, LintedText, SessionLinter};
use super::text::{IndexedText, path_of};
use super::transport::Incoming;
use super::{actions, completion, hover, locations, navigation, outline, tokens};
use crate::cli::config::{Configurations, FolderPlace, Settings};
use crate::guard::guarded;
use crossbeam_channel::{Receiver, Sender, never, select};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{self as told, Notification as _};
use lsp_types::request::{self as asked, Request as _};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CompletionOptions, CompletionResponse,
    DidChangeWatchedFilesRegistrationOptions, DocumentSymbolResponse, FileSystemWatcher,
    FoldingRangeProviderCapability, GlobPattern, GotoDefinitionResponse, HoverProviderCapability, InitializeParams,
    InitializeResult, LogMessageParams, MessageType, OneOf, PrepareRenameResponse, PublishDiagnosticsParams,
    Registration, RegistrationParams, RenameOptions, SaveOptions, SemanticTokensFullOptions, SemanticTokensOptions,
    SemanticTokensRangeResult, SemanticTokensResult, ServerCapabilities, ServerInfo, ShowMessageParams,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions, Uri,
    WorkspaceEdit,
};
use serde_json::Value;
use std::collections::{HashMap, VecDeque};
use std::io;
use std::sync::Arc;

/// How far the conversation is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// Nothing counts before `initialize`.
    Fresh,
    Running,
    /// Nothing but `exit` counts behind `shutdown`.
    ShutDown,
}

/// Why a request has no result.
struct RequestFailure(ErrorCode, String);

pub(super) struct Server<'a> {
    sender: Sender<Message>,
    /// Reads the configuration anew.
    find: &'a dyn Fn() -> Result<Configurations, String>,
    configurations: Configurations,
    /// What is wrong with the configuration and was told already.
    complaints: Vec<String>,
    documents: HashMap<Uri, OpenDocument>,
    jobs: LintQueue,
    linter: SessionLinter,
    results: Receiver<LintedText>,
    phase: Phase,
    /// Whether the client can tell when a configuration file changes.
    watches: bool,
    next_id: i32,
}

impl<'a> Server<'a> {
    pub(super) fn new(
        sender: Sender<Message>,
        configurations: Configurations,
        find: &'a dyn Fn() -> Result<Configurations, String>,
    ) -> io::Result<Self> {
        let (jobs, results, linter) = linting::start()?;
        Ok(Self {
            sender,
            find,
            configurations,
            complaints: Vec::new(),
            documents: HashMap::new(),
            jobs,
            linter,
            results,
            phase: Phase::Fresh,
            watches: false,
            next_id: 0,
        })
    }

    /// Serves until `exit` or the end of the input; whether the client has said farewell before.
    pub(super) fn serve(mut self, receiver: &Receiver<Incoming>) -> bool {
        let mut queue = VecDeque::new();
        loop {
            if queue.is_empty() {
                select! {
                    recv(receiver) -> message => match message {
                        Ok(message) => queue.push_back(message),
                        Err(_) => return self.phase == Phase::ShutDown,
                    },
                    recv(self.results) -> linted => match linted {
                        Ok(linted) => self.take(linted),
                        // Without the thread that lints all else goes on.
                        Err(_) => self.results = never(),
                    }
                }
            }
            while let Ok(linted) = self.results.try_recv() {
                self.take(linted);
            }
            // What has arrived meanwhile may cancel what waits.
            queue.extend(receiver.try_iter());
            self.cancel(&mut queue);
            match queue.pop_front() {
                Some(Incoming::Message(Message::Request(request))) => self.request(request),
                Some(Incoming::Message(Message::Notification(notification))) => {
                    if notification.method == told::Exit::METHOD {
                        return self.phase == Phase::ShutDown;
                    }
                    self.notification(notification);
                }
                // Nothing depends on what the client says to a registration.
                Some(Incoming::Message(Message::Response(_))) | None => {}
                Some(Incoming::Malformed(reason)) => self.log(format!("an invalid message: {reason}")),
            }
        }
    }

    /// Answers the waiting requests that the client no longer wants.
    fn cancel(&self, queue: &mut VecDeque<Incoming>) {
        let cancelled = |message: &Incoming| match message {
            Incoming::Message(Message::Notification(told)) if told.method == told::Cancel::METHOD => {
                serde_json::from_value::<RequestId>(told.params.get("id")?.clone()).ok()
            }
            _ => None,
        };
        let unwanted: Vec<RequestId> = queue.iter().filter_map(cancelled).collect();
        if unwanted.is_empty() {
            return;
        }
        queue.retain(|message| match message {
            Incoming::Message(Message::Request(request)) if unwanted.contains(&request.id) => {
                let message = "cancelled by the client".to_string();
                self.send(Response::new_err(request.id.clone(), ErrorCode::RequestCanceled as i32, message));
                false
            }
            _ => true,
        });
    }

    /// Sends a message; a client that has gone away needs none.
    fn send(&self, message: impl Into<Message>) {
        let _ = self.sender.send(message.into());
    }

    fn tell<N: told::Notification>(&self, params: N::Params) {
        self.send(Notification::new(N::METHOD.to_string(), params));
    }

    fn log(&self, message: String) {
        self.tell::<told::LogMessage>(LogMessageParams { typ: MessageType::WARNING, message });
    }

    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        // A mistake of ours in one answer must not end the session.
        let answered = guarded(|| self.answer(&method, params));
        let answer = answered.unwrap_or_else(|panic| Err(RequestFailure(ErrorCode::InternalError, panic)));
        self.send(match answer {
            Ok(result) => Response::new_ok(id, result),
            Err(RequestFailure(code, message)) => Response::new_err(id, code as i32, message),
        });
    }

    fn answer(&mut self, method: &str, params: Value) -> Result<Value, RequestFailure> {
        match (self.phase, method) {
            (Phase::Fresh, asked::Initialize::METHOD) => return self.initialize(parsed(params)?),
            (Phase::Fresh, _) => {
                return Err(RequestFailure(
                    ErrorCode::ServerNotInitialized,
                    "`initialize` has to come first".to_string(),
                ));
            }
            (Phase::ShutDown, _) => {
                return Err(RequestFailure(ErrorCode::InvalidRequest, "the server has been shut down".to_string()));
            }
            (Phase::Running, asked::Initialize::METHOD) => {
                return Err(RequestFailure(ErrorCode::InvalidRequest, "`initialize` comes once".to_string()));
            }
            (Phase::Running, asked::Shutdown::METHOD) => {
                self.phase = Phase::ShutDown;
                return Ok(Value::Null);
            }
            (Phase::Running, _) => {}
        }
        self.answer_running(method, params)
    }

    /// Answers a request about documents.
    fn answer_running(&mut self, method: &str, params: Value) -> Result<Value, RequestFailure> {
        match method {
            asked::HoverRequest::METHOD => self.with::<asked::HoverRequest>(params, |server, params| {
                let at = params.text_document_position_params;
                Ok(hover::hover(server.document(&at.text_document.uri)?, at.position))
            }),
            asked::GotoDefinition::METHOD => self.with::<asked::GotoDefinition>(params, |server, params| {
                let at = params.text_document_position_params;
                let document = server.document(&at.text_document.uri)?;
                let others = server.documents.values().filter(|other| other.uri != document.uri);
                Ok(Some(GotoDefinitionResponse::Array(navigation::definition(document, at.position, others))))
            }),
            asked::References::METHOD => self.with::<asked::References>(params, |server, params| {
                let at = params.text_document_position;
                let document = server.document(&at.text_document.uri)?;
                Ok(Some(navigation::references(document, at.position, params.context.include_declaration)))
            }),
            asked::DocumentHighlightRequest::METHOD => {
                self.with::<asked::DocumentHighlightRequest>(params, |server, params| {
                    let at = params.text_document_position_params;
                    Ok(Some(navigation::highlights(server.document(&at.text_document.uri)?, at.position)))
                })
            }
            asked::PrepareRenameRequest::METHOD => self.with::<asked::PrepareRenameRequest>(params, |server, at| {
                let renamed = navigation::renamed(server.document(&at.text_document.uri)?, at.position);
                Ok(renamed
                    .map(|(range, placeholder)| PrepareRenameResponse::RangeWithPlaceholder { range, placeholder }))
            }),
            asked::Rename::METHOD => self.with::<asked::Rename>(params, |server, params| {
                let at = params.text_document_position;
                let changes =
                    navigation::rename(server.document(&at.text_document.uri)?, at.position, &params.new_name);
                let changes = changes.map_err(|reason| RequestFailure(ErrorCode::RequestFailed, reason))?;
                Ok(Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }))
            }),
            asked::DocumentSymbolRequest::METHOD => {
                self.with::<asked::DocumentSymbolRequest>(params, |server, params| {
                    let symbols = outline::symbols(server.document(&params.text_document.uri)?);
                    Ok(Some(DocumentSymbolResponse::Nested(symbols)))
                })
            }
            asked::FoldingRangeRequest::METHOD => self.with::<asked::FoldingRangeRequest>(params, |server, params| {
                Ok(Some(outline::folds(server.document(&params.text_document.uri)?)))
            }),
            asked::SemanticTokensFullRequest::METHOD => {
                self.with::<asked::SemanticTokensFullRequest>(params, |server, params| {
                    let tokens = tokens::tokens(server.document(&params.text_document.uri)?, None);
                    Ok(Some(SemanticTokensResult::Tokens(tokens)))
                })
            }
            asked::SemanticTokensRangeRequest::METHOD => {
                self.with::<asked::SemanticTokensRangeRequest>(params, |server, params| {
                    let tokens = tokens::tokens(server.document(&params.text_document.uri)?, Some(params.range));
                    Ok(Some(SemanticTokensRangeResult::Tokens(tokens)))
                })
            }
            asked::Completion::METHOD => self.with::<asked::Completion>(params, |server, params| {
                let at = params.text_document_position;
                let items = completion::completions(server.document(&at.text_document.uri)?, at.position);
                Ok(Some(CompletionResponse::Array(items)))
            }),
            asked::InlayHintRequest::METHOD => self.with::<asked::InlayHintRequest>(params, |server, params| {
                Ok(Some(locations::hints(server.document(&params.text_document.uri)?, params.range)))
            }),
            asked::CodeActionRequest::METHOD => self.with::<asked::CodeActionRequest>(params, |server, params| {
                let uri = &params.text_document.uri;
                server.lint_now(uri)?;
                let document = server.document(uri)?;
                let report = document.current_report();
                Ok(report.map(|last| actions::actions(document, &last.report, &params)))
            }),
            _ => Err(RequestFailure(ErrorCode::MethodNotFound, format!("`{method}` is not known"))),
        }
    }

    /// Answers a request of a kind.
    fn with<R: asked::Request>(
        &mut self,
        params: Value,
        answer: impl FnOnce(&mut Self, R::Params) -> Result<R::Result, RequestFailure>,
    ) -> Result<Value, RequestFailure> {
        let result = answer(self, parsed(params)?)?;
        serde_json::to_value(result).map_err(|error| RequestFailure(ErrorCode::InternalError, error.to_string()))
    }

    fn document(&self, uri: &Uri) -> Result<&OpenDocument, RequestFailure> {
        let missing = || RequestFailure(ErrorCode::InvalidParams, format!("{} is not open", uri.as_str()));
        self.documents.get(uri).ok_or_else(missing)
    }

    fn initialize(&mut self, params: InitializeParams) -> Result<Value, RequestFailure> {
        self.phase = Phase::Running;
        let workspace = params.capabilities.workspace.and_then(|workspace| workspace.did_change_watched_files);
        self.watches = workspace.and_then(|watched| watched.dynamic_registration).unwrap_or(false);
        let result = InitializeResult {
            capabilities: capabilities(),
            server_info: Some(ServerInfo {
                name: "ptxlint".to_string(),
                version: Some(env!("CARGO_PKG_VERSION").to_string()),
            }),
        };
        serde_json::to_value(result).map_err(|error| RequestFailure(ErrorCode::InternalError, error.to_string()))
    }

    fn notification(&mut self, notification: Notification) {
        if self.phase != Phase::Running {
            return;
        }
        let Notification { method, params } = notification;
        let done = guarded(|| self.notice(&method, params));
        if let Err(reason) = done.and_then(|done| done.map_err(|RequestFailure(_, reason)| reason)) {
            self.log(format!("`{method}`: {reason}"));
        }
    }

    fn notice(&mut self, method: &str, params: Value) -> Result<(), RequestFailure> {
        match method {
            told::Initialized::METHOD => self.watch(),
            told::DidOpenTextDocument::METHOD => {
                let opened = parsed::<<told::DidOpenTextDocument as told::Notification>::Params>(params)?.text_document;
                // What is opened may be new, and so may its configuration.
                self.reconfigure();
                let document = OpenDocument {
                    path: path_of(&opened.uri),
                    uri: opened.uri.clone(),
                    version: opened.version,
                    text: Arc::new(IndexedText::new(opened.text)),
                    options: None,
                    report: None,
                    is_large: false,
                };
                self.documents.insert(opened.uri.clone(), document);
                self.configure(&opened.uri);
                self.lint(&opened.uri);
            }
            told::DidChangeTextDocument::METHOD => {
                let changed = parsed::<<told::DidChangeTextDocument as told::Notification>::Params>(params)?;
                let uri = changed.text_document.uri;
                self.document(&uri)?;
                if let Some(document) = self.documents.get_mut(&uri) {
                    document.text = Arc::new(document.text.changed(changed.content_changes));
                    document.version = changed.text_document.version;
                }
                self.lint(&uri);
            }
            told::DidCloseTextDocument::METHOD => {
                let closed = parsed::<<told::DidCloseTextDocument as told::Notification>::Params>(params)?;
                let uri = closed.text_document.uri;
                if self.documents.remove(&uri).is_some() {
                    self.publish(&uri, None, Vec::new());
                }
            }
            // Clients that can't watch files may have saved the configuration.
            told::DidSaveTextDocument::METHOD | told::DidChangeWatchedFiles::METHOD => {
                self.reconfigure();
                let uris: Vec<Uri> = self.documents.keys().cloned().collect();
                for uri in uris {
                    self.configure(&uri);
                    self.lint(&uri);
                }
            }
            // Others are optional, and those that start with `$/` always are.
            _ => {}
        }
        Ok(())
    }

    /// Asks the client to tell when a configuration file changes.
    fn watch(&mut self) {
        if !self.watches {
            return;
        }
        let watcher = FileSystemWatcher { glob_pattern: GlobPattern::String("**/*.toml".to_string()), kind: None };
        let options = DidChangeWatchedFilesRegistrationOptions { watchers: vec![watcher] };
        let registration = Registration {
            id: "configuration".to_string(),
            method: told::DidChangeWatchedFiles::METHOD.to_string(),
            register_options: serde_json::to_value(options).ok(),
        };
        self.next_id += 1;
        let params = RegistrationParams { registrations: vec![registration] };
        let method = asked::RegisterCapability::METHOD.to_string();
        self.send(Request::new(RequestId::from(self.next_id), method, params));
    }

    /// Forgets the configuration files that were read.
    fn reconfigure(&mut self) {
        match (self.find)() {
            Ok(configurations) => {
                self.configurations = configurations;
                self.complaints.clear();
            }
            Err(mistake) => self.complain(mistake),
        }
    }

    /// Tells what is wrong with the configuration, once.
    fn complain(&mut self, message: String) {
        if !self.complaints.contains(&message) {
            self.tell::<told::ShowMessage>(ShowMessageParams { typ: MessageType::ERROR, message: message.clone() });
            self.complaints.push(message);
        }
    }

    /// Looks up what a document is linted with.
    fn configure(&mut self, uri: &Uri) {
        let Some(path) = self.documents.get(uri).map(|document| document.path.clone()) else { return };
        let folder = path.as_deref().and_then(std::path::Path::parent);
        let place = folder.map_or(Ok(FolderPlace::default()), |folder| self.configurations.of(folder));
        let place = place.unwrap_or_else(|mistake| {
            self.complain(mistake);
            FolderPlace::default()
        });
        let is_excluded = path.as_deref().is_some_and(|path| place.excludes(path));
        let options = (!is_excluded).then(|| Arc::new(place.options(path.as_deref(), &Settings::default())));
        if let Some(document) = self.documents.get_mut(uri) {
            document.options = options;
            document.report = None;
        }
    }

    /// Has a document linted.
    fn lint(&mut self, uri: &Uri) {
        let Some(document) = self.documents.get(uri) else { return };
        match &document.options {
            Some(options) => {
                let (text, options) = (Arc::clone(&document.text), Arc::clone(options));
                let last = document.report.clone().filter(|_| document.is_large);
                self.jobs.add(EditorJob { uri: uri.clone(), version: document.version, text, options, last });
            }
            None => self.publish(uri, Some(document.version), Vec::new()),
        }
    }

    /// Lints a document while the client waits, unless that has been done.
    fn lint_now(&mut self, uri: &Uri) -> Result<(), RequestFailure> {
        let document = self.document(uri)?;
        let Some(options) = document.options.as_ref().filter(|_| document.current_report().is_none()) else {
            return Ok(());
        };
        let report = match document.report.as_ref().filter(|_| document.is_large) {
            Some(last) => linting::early(Some(last), &document.text, options).map(Some),
            None => self.linter.lint_while(uri, &document.text, options, &|| true),
        };
        let report = report.map_err(|reason| RequestFailure(ErrorCode::InternalError, reason))?;
        if let Some((document, report)) = self.documents.get_mut(uri).zip(report) {
            document.keep(report);
        }
        Ok(())
    }

    /// Publishes what was found, unless the text is another one by now, or more is known of it.
    fn take(&mut self, linted: LintedText) {
        let LintedText { uri, version, text, report } = linted;
        let Some(document) = self.documents.get_mut(&uri) else { return };
        if !Arc::ptr_eq(&document.text, &text) || document.options.is_none() {
            return;
        }
        match report {
            Ok(report) if !report.is_whole && document.current_report().is_some_and(|last| last.is_whole) => {}
            Ok(report) => {
                let diagnostics = linting::diagnostics(&uri, &text, &report.report);
                document.keep(report);
                self.publish(&uri, Some(version), diagnostics);
            }
            Err(panic) => self.log(format!("ptxlint has failed on {}: {panic}", uri.as_str())),
        }
    }

    fn publish(&self, uri: &Uri, version: Option<i32>, diagnostics: Vec<lsp_types::Diagnostic>) {
        let params = PublishDiagnosticsParams { uri: uri.clone(), version, diagnostics };
        self.tell::<told::PublishDiagnostics>(params);
    }
}

fn parsed<T: serde::de::DeserializeOwned>(params: Value) -> Result<T, RequestFailure> {
    serde_json::from_value(params).map_err(|error| RequestFailure(ErrorCode::InvalidParams, error.to_string()))
}

fn capabilities() -> ServerCapabilities {
    let characters = |characters: &[&str]| Some(characters.iter().map(ToString::to_string).collect());
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(false) })),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: characters(&[".", "%", "$", "@"]),
            ..CompletionOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        inlay_hint_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: Default::default(),
        })),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, actions::FIX_ALL]),
            ..CodeActionOptions::default()
        })),
        semantic_tokens_provider: Some(
            SemanticTokensOptions {
                legend: tokens::legend(),
                range: Some(true),
                full: Some(SemanticTokensFullOptions::Bool(true)),
                work_done_progress_options: Default::default(),
            }
            .into(),
        ),
        ..ServerCapabilities::default()
    }
}
