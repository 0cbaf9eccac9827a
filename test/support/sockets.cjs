// Loaded before a program (node --require): writes a line to $SOCKETS for everything that would reach beyond the process.
const { appendFileSync } = require("node:fs");
const net = require("node:net");
const dgram = require("node:dgram");
const dns = require("node:dns");

const tell = what => appendFileSync(process.env.SOCKETS, `${what}\n`);
const before = (owner, name) => {
	const original = owner[name];
	owner[name] = function (...args) {
		tell(name);
		return original.apply(this, args);
	};
};
before(net.Socket.prototype, "connect");
before(net.Server.prototype, "listen");
before(dgram, "createSocket");
before(dns, "lookup");
