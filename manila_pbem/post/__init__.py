"""Mail on its way: RFC 5322 texts, SMTP and LMTP, IMAP, mailboxes on disk. Bytes and addresses, nothing of games."""
