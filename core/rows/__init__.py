"""Makes rows from chats, and from documents as questions and answers."""
