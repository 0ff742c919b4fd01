"""Bare connection to a table from any loopback address."""

from __future__ import annotations

import socket

from app.net.protocol.authentication import key_of_code, key_of_token, make_proof, new_nonce
from app.net.protocol.framing import TABLE_GREETINGS, TABLE_MESSAGES, FrameReader, frames_of
from app.net.protocol.limits import FRAME
from app.net.protocol.messages import VERSIONS, Challenge, Hello, Prove, TurnedAway, Welcome


class Caller:
    """A connection from one address of loopback."""

    def __init__(self, port: int, source: str = "127.0.0.1") -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), 30, (source, 0))
        self.reader = FrameReader((*TABLE_GREETINGS, *TABLE_MESSAGES), FRAME, parts=True)
        self.nonce = new_nonce()

    def __enter__(self) -> Caller:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def say(self, message: object) -> None:
        self.socket.sendall(frames_of(message)[0])

    def hear(self) -> object:
        while (message := self.reader.next()) is None:
            data = self.socket.recv(FRAME)
            assert data, "it has hung up"
            self.reader.feed(data)
        return message

    def hello(self, member: str = "", name: str = "Ann") -> Challenge:
        self.say(Hello(*VERSIONS, "test", name, "en", member, self.nonce))
        challenge = self.hear()
        assert isinstance(challenge, Challenge), challenge
        return challenge

    def enter(self, code: str = "", member: str = "", token: str = "", name: str = "Ann") -> Welcome | TurnedAway:
        challenge = self.hello(member, name)
        keys = key_of_code(code) if code else "", key_of_token(token) if token else ""
        self.say(Prove(*(make_proof(key, challenge.table, challenge.nonce, self.nonce) if key else "" for key in keys)))
        answer = self.hear()
        assert isinstance(answer, Welcome | TurnedAway)
        return answer
