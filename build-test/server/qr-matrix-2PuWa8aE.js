import "node:module";
import { encodeQR } from "qr";
// \0rolldown/runtime.js
var __defProp = Object.defineProperty;
var __exportAll = (all, no_symbols) => {
	let target = {};
	for (var name in all) __defProp(target, name, {
		get: all[name],
		enumerable: true
	});
	if (!no_symbols) __defProp(target, Symbol.toStringTag, { value: "Module" });
	return target;
};
// app/domain/association.ts
/** An invented association with its own crest. The address keeps the number, postcode and town of spec §2 Contact. */
var ASSOCIATION = {
	name: "Falla Mar i Foc",
	tagline: "TOTS JUNTS A FER COMBOI",
	street: "Carrer Major, 7",
	postcode: "12580",
	town: "Benicarló",
	country: "Espanya",
	phone: {
		text: "964 000 007",
		dial: "+34964000007"
	},
	email: "hola@comboi.test",
	instagram: "falla.mar.i.foc.demo"
};
/** Where the casal is, on a maps service. */
function mapAddress({ street, postcode, town, country }) {
	return `https://www.openstreetmap.org/search?query=${encodeURIComponent(`${street}, ${postcode} ${town}, ${country}`)}`;
}
function instagramAddress({ instagram }) {
	return `https://www.instagram.com/${instagram}/`;
}
// app/ui/format-money.ts
var EUROS = new Intl.NumberFormat("ca-ES", {
	style: "currency",
	currency: "EUR"
});
/** "18,00 €" from 1800 cents; the space before the sign does not break. */
function formatEuros(cents) {
	return EUROS.format(cents / 100).replaceAll(/\s/g, "\xA0");
}
// app/domain/people/roles.ts
/** Who somebody is to the association (spec §6). `public` is also everyone who is not signed in. */
var ROLES = [
	"public",
	"socio",
	"comision",
	"admin"
];
var VISIBILITIES = [
	"public",
	"socio",
	"comision"
];
var VISIBLE_TO = {
	public: ["public"],
	socio: ["public", "socio"],
	comision: VISIBILITIES,
	admin: VISIBILITIES
};
/** The visibilities a role may see; admin counts as committee (spec §1, §6). */
function visibilitiesFor(role) {
	return VISIBLE_TO[role];
}
function maySee(role, visibility) {
	return VISIBLE_TO[role].includes(visibility);
}
/** Heading of the ticket image (spec §6). */
var TICKET_HEADINGS = {
	public: "TIQUET",
	socio: "TIQUET SOCI",
	comision: "TIQUET COMISSIÓ",
	admin: "TIQUET TAQUILLA"
};
// app/ticket-rendering/qr/qr-matrix.ts
/** 26 characters of upper-case base32: what a ticket's QR holds, and all it holds (docs/decisions.md). */
var TICKET_ID = /^[A-Z2-7]{26}$/;
/** The largest symbol that keeps a module above 3 px on a phone's 120 px picture. */
var QR_VERSION = 3;
/**
* The dark modules of a ticket's QR, row by row, without quiet zone: version 3 at the highest error correction.
* Throws on anything that is not a ticket id, so that no other text is ever printed as one.
*/
function qrMatrix(id) {
	if (!TICKET_ID.test(id)) throw new TypeError("not a ticket id");
	return encodeQR(id, "raw", {
		version: QR_VERSION,
		ecc: "high",
		encoding: "alphanumeric",
		border: 1
	}).slice(1, -1).map((row) => row.slice(1, -1));
}
/** The same symbol as one SVG path over a square of `QR_MODULES + 2 * QR_QUIET_ZONE` units. */
function qrPath(id) {
	return qrMatrix(id).flatMap((row, y) => row.map((dark, x) => dark ? `M${x + 4} ${y + 4}h1v1h-1z` : "")).join("");
}
export { VISIBILITIES as a, formatEuros as c, mapAddress as d, __exportAll as f, TICKET_HEADINGS as i, ASSOCIATION as l, qrPath as n, maySee as o, ROLES as r, visibilitiesFor as s, qrMatrix as t, instagramAddress as u };

//# sourceMappingURL=qr-matrix-2PuWa8aE.js.map