"""Rows made of what people have: chats, and questions and answers about documents."""
