//! Messages on the standard streams.

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use lsp_server::Message;
use std::io::{self, BufRead, Read, Write};
use std::thread::{self, JoinHandle};

/// The longest message that is read, in bytes. What claims to be longer is no message.
const MOST: u64 = 1 << 30;

/// The longest line of a header.
const MOST_HEADER: u64 = 1 << 12;

/// What a client sends.
#[derive(Debug)]
pub(super) enum Incoming {
    Message(Message),
    /// Something else, which the protocol wants to be told.
    Malformed(String),
}

/// Threads that read and write. The first two ends are the server's.
pub(super) fn stdio() -> io::Result<(Sender<Message>, Receiver<Incoming>, JoinHandle<()>)> {
    let (sender, outgoing) = unbounded::<Message>();
    let (incoming, receiver) = bounded(64);
    thread::Builder::new().name("reader".to_string()).spawn(move || {
        let mut stdin = io::stdin().lock();
        while let Ok(Some(message)) = read(&mut stdin) {
            if incoming.send(message).is_err() {
                break;
            }
        }
    })?;
    let writer = thread::Builder::new().name("writer".to_string()).spawn(move || {
        let mut stdout = io::stdout().lock();
        // A client that has gone away reads no more.
        while let Ok(message) = outgoing.recv() {
            if message.write(&mut stdout).and_then(|()| stdout.flush()).is_err() {
                break;
            }
        }
    })?;
    Ok((sender, receiver, writer))
}

/// Reads a message; `None` at the end. Unlike `lsp_server`'s own reader it takes no memory on the word of a header, and goes on behind what
/// is no message. The error is that of a stream on which nothing can be made out any more.
fn read(stream: &mut impl BufRead) -> io::Result<Option<Incoming>> {
    let invalid = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_string());
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if stream.by_ref().take(MOST_HEADER).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        if !line.ends_with(b"\n") {
            return Err(invalid("a header without an end"));
        }
        let line = line.trim_ascii();
        if line.is_empty() {
            break;
        }
        let text = std::str::from_utf8(line).ok().and_then(|line| line.split_once(':'));
        let Some((name, value)) = text else { return Err(invalid("a line that is not a header")) };
        if name.trim().eq_ignore_ascii_case("content-length") {
            length = value.trim().parse::<u64>().ok().filter(|&length| length <= MOST);
        }
    }
    let length = length.ok_or_else(|| invalid("no usable Content-Length"))?;
    let mut text = Vec::new();
    if stream.take(length).read_to_end(&mut text)? < length as usize {
        return Ok(None);
    }
    Ok(Some(match serde_json::from_slice(&text) {
        Ok(message) => Incoming::Message(message),
        Err(error) => Incoming::Malformed(error.to_string()),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> (Vec<String>, bool) {
        let mut stream = io::BufReader::new(bytes);
        let mut messages = Vec::new();
        loop {
            match read(&mut stream) {
                Ok(Some(Incoming::Message(Message::Notification(message)))) => messages.push(message.method),
                Ok(Some(Incoming::Message(_))) => messages.push("other".to_string()),
                Ok(Some(Incoming::Malformed(_))) => messages.push("malformed".to_string()),
                Ok(None) => return (messages, true),
                Err(_) => return (messages, false),
            }
        }
    }

    fn framed(text: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{text}", text.len())
    }

    #[test]
    fn reading_goes_on_behind_what_is_no_message() {
        let text = framed("{]") + &framed("[]") + &framed("\u{0}") + &framed(r#"{"jsonrpc":"2.0","method":"exit"}"#);
        let expected = ["malformed", "malformed", "malformed", "exit"].map(str::to_string).to_vec();
        assert_eq!(all(text.as_bytes()), (expected, true));
    }

    #[test]
    fn lies_about_the_length_cost_no_memory() {
        for header in ["18446744073709551615", "-1", "99999999999", "x", ""] {
            assert_eq!(
                all(format!("Content-Length: {header}\r\n\r\n{{}}").as_bytes()),
                (Vec::new(), false),
                "{header}"
            );
        }
        // The text ends before the message does.
        assert_eq!(all(b"Content-Length: 1000000000\r\n\r\n{}"), (Vec::new(), true));
        assert_eq!(all(b"GET / HTTP/1.1\r\n\r\n"), (Vec::new(), false));
        assert_eq!(all(&vec![b'x'; 100_000]), (Vec::new(), false));
    }
}
