import { a as INK, r as drawTicket, t as TICKET_HEIGHT } from "./draw-ticket-CVK-XUgF.js";
import { c as formatEuros, i as TICKET_HEADINGS, l as ASSOCIATION, t as qrMatrix } from "./qr-matrix-2PuWa8aE.js";
import { createRequire } from "node:module";
import { parentPort } from "node:worker_threads";
import { open } from "node:fs/promises";
import { promisify } from "node:util";
import { crc32, deflate, inflate } from "node:zlib";
import { buffer } from "node:stream/consumers";
// app/ticket-rendering/png/palette-png.server.ts
/** Colours that stand for themselves; the others share what is left, by likeness: edges of letters, emoji. */
var INKS = 64;
/** A tone is a colour without its lowest bits: 6 bits each of red, green and blue, 2 of alpha. */
var TONES = 1 << 20;
var SIGNATURE = Buffer.from([
	137,
	80,
	78,
	71,
	13,
	10,
	26,
	10
]);
var BIT_DEPTH = 8;
var INDEXED = 3;
var deflateAsync = promisify(deflate);
async function palettePng({ width, height, data }) {
	const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
	const tones = countTones(pixels);
	const palette = choosePalette(tones);
	const rows = indexRows(pixels, {
		width,
		height,
		indexes: indexTones(tones, palette)
	});
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.set([BIT_DEPTH, INDEXED], 8);
	return Buffer.concat([
		SIGNATURE,
		chunk("IHDR", header),
		chunk("PLTE", Buffer.from(palette.flatMap((colour) => channels(colour).slice(0, 3)))),
		chunk("tRNS", Buffer.from(palette.map((colour) => channels(colour)[3]))),
		chunk("IDAT", await deflateAsync(rows, { level: 6 })),
		chunk("IEND", Buffer.alloc(0))
	]);
}
function toneOf(colour) {
	return colour >>> 2 & 63 | colour >>> 4 & 4032 | colour >>> 6 & 258048 | colour >>> 30 << 18;
}
/** How often each tone occurs; runs are counted at once. */
function countTones(pixels) {
	const tones = {
		seen: [],
		pixels: new Uint32Array(TONES),
		colours: new Uint32Array(TONES)
	};
	const longest = new Uint32Array(TONES);
	let start = 0;
	for (let at = 1; at <= pixels.length; at += 1) {
		if (at < pixels.length && pixels[at] === pixels[start]) continue;
		const colour = pixels[start];
		const tone = toneOf(colour);
		const run = at - start;
		if (tones.pixels[tone] === 0) tones.seen.push(tone);
		if (run > longest[tone]) {
			longest[tone] = run;
			tones.colours[tone] = colour;
		}
		tones.pixels[tone] += run;
		start = at;
	}
	return tones;
}
/** The commonest colours, and of the rest the commonest of each group of like ones. */
function choosePalette({ seen, pixels, colours }) {
	const byCount = seen.toSorted((one, other) => pixels[other] - pixels[one]);
	const groups = /* @__PURE__ */ new Map();
	for (const tone of byCount.slice(INKS)) {
		const colour = colours[tone];
		const likeness = colour & 3237015792;
		const group = groups.get(likeness);
		if (group) group.count += pixels[tone];
		else groups.set(likeness, {
			colour,
			count: pixels[tone]
		});
	}
	const likes = [...groups.values()].toSorted((one, other) => other.count - one.count).slice(0, 64);
	return [...byCount.slice(0, INKS).map((tone) => colours[tone]), ...likes.map(({ colour }) => colour)];
}
/** By tone, the place in the palette of what comes nearest. */
function indexTones({ seen, colours }, palette) {
	const candidates = palette.flatMap(channels);
	const indexes = new Uint8Array(TONES);
	for (const tone of seen) indexes[tone] = nearest(colours[tone], candidates);
	return indexes;
}
function nearest(colour, candidates) {
	const [red, green, blue, alpha] = channels(colour);
	let best = 0;
	let smallest = Infinity;
	for (let at = 0; at < candidates.length; at += 4) {
		const distance = (candidates[at] - red) ** 2 + (candidates[at + 1] - green) ** 2 + (candidates[at + 2] - blue) ** 2 + (candidates[at + 3] - alpha) ** 2;
		if (distance < smallest) {
			smallest = distance;
			best = at;
		}
	}
	return best / 4;
}
/** One byte a pixel, and a 0 before each row: flat inks compress best unfiltered. */
function indexRows(pixels, image) {
	const { width, height, indexes } = image;
	const rows = Buffer.alloc(height * (width + 1));
	let colour = pixels[0];
	let index = indexes[toneOf(colour)];
	for (let y = 0; y < height; y += 1) {
		const row = y * (width + 1) + 1;
		for (let x = 0; x < width; x += 1) {
			const here = pixels[y * width + x];
			if (here !== colour) {
				colour = here;
				index = indexes[toneOf(here)];
			}
			rows[row + x] = index;
		}
	}
	return rows;
}
/** Red, green, blue and alpha: pixels lie in memory in that order, the lowest byte first. */
function channels(colour) {
	return [
		colour & 255,
		colour >>> 8 & 255,
		colour >>> 16 & 255,
		colour >>> 24
	];
}
function chunk(type, content) {
	const whole = Buffer.alloc(content.length + 12);
	whole.writeUInt32BE(content.length, 0);
	whole.write(type, 4, "latin1");
	content.copy(whole, 8);
	whole.writeUInt32BE(crc32(whole.subarray(4, 8 + content.length)), 8 + content.length);
	return whole;
}
// app/ticket-rendering/png/ticket-fonts.server.ts
/** Families of one file each: a second file under the same name would hide the first. Latin Extended covers names from elsewhere. */
var FACES$1 = [
	{
		family: "Comboi Display",
		file: "@fontsource-variable/fraunces/files/fraunces-latin-full-normal.woff2"
	},
	{
		family: "Comboi Display Ext",
		file: "@fontsource-variable/fraunces/files/fraunces-latin-ext-full-normal.woff2"
	},
	{
		family: "Comboi Text",
		file: "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2"
	},
	{
		family: "Comboi Text Ext",
		file: "@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2"
	}
];
/** The whole file: the numbered subsets of the package draw blank. Under our own name no font of the machine can hide it. */
var EMOJI = {
	family: "Comboi Emoji",
	file: "@fontsource/noto-color-emoji/files/noto-color-emoji-emoji-400-normal.woff"
};
var SERVER_FONTS = {
	displayFont: "\"Comboi Display\", \"Comboi Display Ext\", \"Comboi Emoji\", serif",
	textFont: "\"Comboi Text\", \"Comboi Text Ext\", \"Comboi Emoji\", sans-serif",
	emojiFont: "\"Comboi Emoji\", \"Comboi Text\", sans-serif"
};
/** Registers the typefaces of the ticket once per process. Throws when a file can't be read. */
async function registerTicketFonts(fonts) {
	const { resolve } = createRequire(import.meta.url);
	for (const face of FACES$1) if (!fonts.registerFromPath(resolve(face.file), face.family)) throw new Error(`font not readable: ${face.file}`);
	const emoji = await unpackWoff(resolve(EMOJI.file), ["SVG "]);
	if (!fonts.register(emoji, EMOJI.family)) throw new Error(`font not readable: ${EMOJI.file}`);
}
var WOFF_HEADER = 44;
var WOFF_ENTRY = 20;
var SFNT_HEADER = 12;
var SFNT_ENTRY = 16;
var inflateTable = promisify(inflate);
/**
* A WOFF 1 file as plain OpenType without the given tables. The emoji font carries every drawing twice, and the
* SVG half, which the canvas never uses, would cost 40 MB of memory for each weight of text that meets an emoji.
* It is not even read.
*/
async function unpackWoff(path, without) {
	const woff = await open(path);
	try {
		const header = await readAt(woff, 0, WOFF_HEADER);
		const tables = readDirectory(await readAt(woff, WOFF_HEADER, header.readUInt16BE(12) * WOFF_ENTRY)).filter((table) => !without.includes(table.tag.toString("latin1")));
		const start = SFNT_HEADER + tables.length * SFNT_ENTRY;
		const font = Buffer.alloc(tables.reduce((size, table) => size + padded(table.length), start));
		header.copy(font, 0, 4, 8);
		font.writeUInt16BE(tables.length, 4);
		let offset = start;
		for (const [index, table] of tables.entries()) {
			const at = SFNT_HEADER + index * SFNT_ENTRY;
			table.tag.copy(font, at);
			table.checksum.copy(font, at + 4);
			font.writeUInt32BE(offset, at + 8);
			font.writeUInt32BE(table.length, at + 12);
			const packed = await readAt(woff, table.offset, table.packedLength);
			font.set(table.packedLength < table.length ? await inflateTable(packed) : packed, offset);
			offset += padded(table.length);
		}
		return font;
	} finally {
		await woff.close();
	}
}
function readDirectory(entries) {
	return Array.from({ length: entries.length / WOFF_ENTRY }, (_, index) => {
		const entry = entries.subarray(index * WOFF_ENTRY);
		return {
			tag: entry.subarray(0, 4),
			offset: entry.readUInt32BE(4),
			packedLength: entry.readUInt32BE(8),
			length: entry.readUInt32BE(12),
			checksum: entry.subarray(16, 20)
		};
	});
}
async function readAt(file, position, length) {
	const buffer = Buffer.alloc(length);
	await file.read(buffer, 0, length, position);
	return buffer;
}
/** Tables begin on multiples of four bytes. */
function padded(length) {
	return Math.ceil(length / 4) * 4;
}
// app/ticket-rendering/png/ticket-png.server.ts
/** One is drawn on while another is compressed. */
var SHEETS = 2;
var studio = null;
/** Tickets waiting for a sheet. */
var waiting = [];
/**
* The ticket as PNG. Drawing takes some milliseconds of its thread, so the server leaves it to the press; compression
* runs beside it. The sheets are few and drawn on again: each is 5 MB outside the heap, which the collector would not
* hurry to free.
*/
async function ticketPng(ticket) {
	const sheets = await openedStudio();
	while (sheets.length === 0) await new Promise((resolve) => waiting.push(resolve));
	const sheet = sheets.pop();
	try {
		drawTicket(sheet.context, ticket, SERVER_FONTS);
		return await palettePng(sheet.context.getImageData(0, 0, 900, TICKET_HEIGHT));
	} finally {
		sheets.push(sheet);
		waiting.shift()?.();
	}
}
var EMOJI_SIZE = 144;
/** One emoji in colour, as a square PNG with nothing behind it. */
async function emojiPng(emoji) {
	await openedStudio();
	const { createCanvas } = await import("@napi-rs/canvas");
	const canvas = createCanvas(EMOJI_SIZE, EMOJI_SIZE);
	const context = canvas.getContext("2d");
	context.textAlign = "center";
	context.font = `400 ${EMOJI_SIZE * .8}px ${SERVER_FONTS.emojiFont}`;
	const { width } = context.measureText(emoji);
	const size = Math.round(EMOJI_SIZE * .8 * Math.min(1, EMOJI_SIZE / Math.max(width, 1)));
	context.font = `400 ${size}px ${SERVER_FONTS.emojiFont}`;
	context.fillStyle = "#fff8ec";
	context.fillText(emoji, EMOJI_SIZE / 2, EMOJI_SIZE / 2 + size * .36);
	return canvas.encode("png");
}
function openedStudio() {
	studio ??= openStudio().catch((error) => {
		studio = null;
		throw error;
	});
	return studio;
}
/** Loads canvas and fonts (about 45 MB) when the first ticket is asked for, not before. */
async function openStudio() {
	const { createCanvas, GlobalFonts } = await import("@napi-rs/canvas");
	await registerTicketFonts(GlobalFonts);
	return Array.from({ length: SHEETS }, () => {
		const canvas = createCanvas(900, TICKET_HEIGHT);
		const context = canvas.getContext("2d");
		context.fontVariationSettings = "\"SOFT\" 100, \"WONK\" 0, \"opsz\" 72";
		return {
			canvas,
			context
		};
	});
}
// app/ticket-rendering/pdf/pdf-ornaments.server.ts
var PDF_INK = {
	...INK,
	gold: "#f7c987",
	glow: "#561329",
	fire: "#7a1f26"
};
/** Night above, paper in the middle, the stub below the line where it is torn off. */
function paintPaper(doc, page) {
	const { width, height, night, tear } = page;
	doc.rect(0, 0, width, height).fill(PDF_INK.paper);
	doc.save().rect(0, 0, width, night).clip();
	doc.rect(0, 0, width, night).fill("#3a0c20");
	for (const [radius, color] of [
		[330, PDF_INK.wine],
		[210, PDF_INK.glow],
		[100, PDF_INK.fire]
	]) doc.circle(width * .88, night + 14, radius).fill(color);
	doc.restore();
	doc.rect(0, tear, width, height - tear).fill(PDF_INK.sunken);
	doc.moveTo(18, tear).lineTo(width - 18, tear).lineWidth(3).lineCap("round").dash(.1, { space: 8 }).stroke(PDF_INK.line).undash();
	for (const x of [0, width]) doc.circle(x, tear, 10).fill("#ffffff");
	paintTiles(doc, {
		y: height - 10,
		width,
		tile: 10
	});
}
/** The Valencian floor: half moons of ember from above, of saffron from below. */
function paintTiles(doc, band) {
	const { y, width, tile } = band;
	doc.save().rect(0, y, width, tile).clip();
	doc.rect(0, y, width, tile).fill(PDF_INK.wine);
	for (let x = 0; x <= width + tile; x += tile) doc.circle(x, y, tile * .32);
	doc.fill(PDF_INK.ember);
	for (let x = tile / 2; x <= width + tile; x += tile) doc.circle(x, y + tile, tile * .32);
	doc.fill(PDF_INK.saffron);
	doc.restore();
}
var SHIELD = "M48 4 L90 14 L90 58 C90 84 70 99 48 108 C26 99 6 84 6 58 L6 14 Z";
/** The association's crest (public/favicon.svg). */
function paintCrest(doc, at) {
	doc.save().translate(at.x, at.y).scale(at.height / 112);
	doc.save().path(SHIELD).clip();
	doc.rect(0, 0, 96, 112).fill(PDF_INK.wine);
	doc.path("M0 78c12-8 22-8 32 0s22 8 32 0 20-8 32 0v34H0z").fill(PDF_INK.teal);
	doc.path("M0 86c12-8 22-8 32 0s22 8 32 0 20-8 32 0v4c-12-8-20-8-32 0s-20 8-32 0-20-8-32 0z").fill("#f0e4da");
	doc.path("M48 18c6 12 20 18 20 36a20 20 0 0 1-40 0c0-10 6-13 8-22 5 3 7 7 7 12 5-6 7-14 5-26Z").fill(PDF_INK.ember);
	doc.path("M49 40c2 7 10 10 10 19a11 11 0 0 1-22 0c0-6 4-8 5-13 3 2 4 4 4 7 2-3 4-7 3-13Z").fill(PDF_INK.saffron);
	doc.restore();
	doc.path(SHIELD).lineWidth(4).stroke(PDF_INK.saffron);
	doc.restore();
}
// app/ticket-rendering/pdf/pdf-text.ts
/** Letters of the printed typefaces: Latin as Catalan and its neighbours write it. */
var PRINTED = /^[\n\u0020-\u007e\u00a1-\u00ff\u0152\u0153\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20ac]$/u;
/**
* A text in letters that the document's typefaces have: other accents are dropped, and emoji (colour drawings that no
* PDF typeface holds) go. The picture of the ticket shows them all.
*/
function latinText(text) {
	return Array.from(text.normalize("NFC"), (letter) => {
		if (PRINTED.test(letter)) return letter;
		if (/\p{Zs}/u.test(letter)) return " ";
		return Array.from(letter.normalize("NFD")).filter((part) => PRINTED.test(part)).join("");
	}).join("").replace(/ {2,}/g, " ").trim();
}
// app/ticket-rendering/pdf/ticket-pdf.server.ts
/** A5 in points: a phone shows it at reading size, and A4 paper has the same shape, so it prints to the edge of the sheet. */
var PAGE = {
	width: 419.53,
	height: 595.28
};
var MARGIN = 30;
var INNER = PAGE.width - 60;
var TEAR = 392;
var QR_SIDE = 158;
var FACES = {
	display: "@fontsource/fraunces/files/fraunces-latin-800-normal.woff",
	text: "@fontsource/figtree/files/figtree-latin-500-normal.woff",
	strong: "@fontsource/figtree/files/figtree-latin-700-normal.woff"
};
/** Unpacked once, and by the machine: the library would do so for each document, in JavaScript, for a tenth of a second. */
var faces = null;
function openFaces() {
	const { resolve } = createRequire(import.meta.url);
	return Promise.all(Object.keys(FACES).map(async (face) => [face, await unpackWoff(resolve(FACES[face]), [])]));
}
/** All tickets as one document, a page each: selectable text, a vector QR, tagged for screen readers. */
async function ticketsPdf({ title, tickets, madeAt }) {
	const { default: PDFDocument } = await import("pdfkit");
	const doc = new PDFDocument({
		autoFirstPage: false,
		size: [PAGE.width, PAGE.height],
		margin: 0,
		pdfVersion: "1.7",
		lang: "ca",
		tagged: true,
		displayTitle: true,
		info: {
			Title: title,
			Author: ASSOCIATION.name,
			Creator: "Comboi",
			Producer: "Comboi",
			CreationDate: madeAt,
			ModDate: madeAt
		}
	});
	faces ??= openFaces().catch((error) => {
		faces = null;
		throw error;
	});
	for (const [name, font] of await faces) doc.registerFont(name, font);
	const images = /* @__PURE__ */ new Map();
	for (const { eventImage } of tickets) if (!images.has(eventImage)) images.set(eventImage, openImage(doc, await emojiPng(eventImage)));
	const whole = buffer(doc);
	for (const [index, ticket] of tickets.entries()) {
		doc.addPage();
		paintTicket(doc, ticket, {
			emoji: images.get(ticket.eventImage),
			place: tickets.length === 1 ? null : `Tiquet ${index + 1} de ${tickets.length}`
		});
	}
	doc.end();
	return whole;
}
/** Opened once, however many pages show it; the library's types don't know of it. */
function openImage(doc, png) {
	return doc.openImage(Buffer.from(png));
}
function paintTicket(doc, ticket, { emoji, place }) {
	const title = fitted(doc, ticket.eventTitle || "Esdeveniment", {
		face: "display",
		width: INNER - 78,
		height: 84,
		sizes: [
			30,
			27,
			24,
			21,
			18,
			15,
			12
		]
	});
	const choices = menuText(ticket);
	const night = choices.length === 0 ? TEAR : Math.round(96 + Math.max(title.height, 60) + 112);
	doc.markContent("Artifact", { type: "Layout" });
	paintPaper(doc, {
		...PAGE,
		night,
		tear: TEAR
	});
	paintTiles(doc, {
		y: 0,
		width: PAGE.width,
		tile: 19
	});
	paintCrest(doc, {
		x: MARGIN,
		y: 34,
		height: 44
	});
	doc.roundedRect(MARGIN, 96, 60, 60, 14).fillOpacity(.12).fill(PDF_INK.paper).fillOpacity(1);
	doc.image(emoji, 39, 105, { width: 42 });
	doc.endMarkedContent();
	const section = doc.struct("Sect", { title: ticket.ticketNumber });
	doc.addStructure(section);
	const say = (tag, paint) => {
		section.add(doc.struct(tag, {}, paint));
	};
	say("P", () => {
		line(doc, ASSOCIATION.name, {
			face: "display",
			size: 17,
			color: PDF_INK.paper,
			x: 78,
			y: 37,
			width: 210
		});
		line(doc, ASSOCIATION.tagline, {
			face: "strong",
			size: 7.5,
			color: PDF_INK.gold,
			x: 78,
			y: 60,
			width: 210,
			spacing: .5
		});
	});
	say("P", () => {
		const heading = TICKET_HEADINGS[ticket.userRole];
		line(doc, heading, {
			face: "strong",
			size: 11,
			color: PDF_INK.saffron,
			x: PAGE.width / 2,
			y: 41,
			width: PAGE.width / 2 - MARGIN,
			align: "right",
			spacing: .8
		});
		if (place !== null) line(doc, place, {
			face: "text",
			size: 9.5,
			color: PDF_INK.gold,
			x: PAGE.width / 2,
			y: 57,
			width: PAGE.width / 2 - MARGIN,
			align: "right"
		});
	});
	say("H1", () => {
		doc.font("display").fontSize(title.size).fillColor(PDF_INK.paper);
		doc.text(title.text, 106, 96 + Math.max(0, (60 - title.height) / 2), {
			width: INNER - 76,
			height: title.height + 2,
			ellipsis: "…"
		});
	});
	const facts = 96 + Math.max(title.height, 60) + 16;
	say("P", () => fact(doc, "Data", ticket.dateText, {
		x: MARGIN,
		y: facts,
		width: 210
	}));
	say("P", () => fact(doc, "Hora", orElse(ticket.time, "Hora no especificada"), {
		x: 250,
		y: facts,
		width: INNER - 220
	}));
	say("P", () => fact(doc, "Lloc", orElse(ticket.location, "Ubicació per confirmar"), {
		x: MARGIN,
		y: facts + 42,
		width: INNER
	}));
	if (choices.length > 0) say("P", () => paintMenu(doc, choices, {
		top: night + 16,
		bottom: 378
	}));
	section.add(doc.struct("Figure", { alt: `Codi QR del tiquet ${ticket.ticketNumber}` }, () => paintQr(doc, ticket.id)));
	paintStub(doc, ticket, say);
	section.end();
}
function paintStub(doc, ticket, say) {
	const x = 210;
	const width = PAGE.width - MARGIN - x;
	const top = 414;
	say("P", () => {
		caption(doc, "Preu", {
			x,
			y: top,
			color: PDF_INK.inkSoft
		});
		line(doc, formatEuros(ticket.price), {
			face: "display",
			size: 27,
			color: PDF_INK.emberDeep,
			x,
			y: 424,
			width
		});
	});
	say("P", () => {
		caption(doc, "Número de tiquet", {
			x,
			y: 470,
			color: PDF_INK.inkSoft
		});
		doc.font("strong").fontSize(12.5).fillColor(PDF_INK.ink).text(ticket.ticketNumber, x, 481, {
			width,
			height: 34,
			ellipsis: "…"
		});
	});
	say("P", () => {
		doc.font("text").fontSize(10).fillColor(PDF_INK.inkSoft);
		doc.text("Ensenya este codi a la porta, en el mòbil o imprés. Serveix per a una entrada.", x, 532, {
			width,
			height: 42,
			lineGap: 1.5
		});
	});
}
function paintQr(doc, id) {
	const top = 412;
	const module = QR_SIDE / 37;
	doc.roundedRect(MARGIN, top, QR_SIDE, QR_SIDE, 8).fill("#ffffff");
	for (const [row, cells] of qrMatrix(id).entries()) for (const [column, dark] of cells.entries()) if (dark) doc.rect(MARGIN + (4 + column) * module, top + (4 + row) * module, module, module);
	doc.fill("#000000");
}
function menuText(ticket) {
	return [...ticket.menu.map(({ sectionName, items }) => ({
		label: sectionName,
		dishes: items.map(({ name }) => name)
	})), {
		label: "Extres",
		dishes: ticket.extras.map(({ name }) => name)
	}].filter(({ dishes }) => dishes.length > 0);
}
/** The largest size at which all of it stands above the tear; at the smallest the rest is cut: the picture and the page have it. */
function paintMenu(doc, menu, room) {
	const height = room.bottom - room.top;
	const text = menu.map(({ label, dishes }) => `${label.toLocaleUpperCase("ca")}\n${dishes.join("\n")}`).map(latinText);
	const sizes = [
		13,
		12,
		11,
		10,
		9,
		8,
		7
	];
	const columns = (size) => size > 10 ? 1 : 2;
	const size = sizes.find((each) => {
		doc.font("text").fontSize(each);
		const width = INNER / columns(each) - 10;
		return text.reduce((sum, part) => sum + doc.heightOfString(part, { width }) + each * .5, 0) <= height * columns(each) * (columns(each) === 1 ? 1 : .85);
	}) ?? 7;
	doc.fontSize(size).fillColor(PDF_INK.ink);
	if (columns(size) === 1) {
		let y = room.top;
		for (const { label, dishes } of menu) {
			caption(doc, label, {
				x: MARGIN,
				y,
				color: PDF_INK.ember
			});
			y += 11;
			for (const dish of dishes) {
				doc.font("strong").fontSize(size).fillColor(PDF_INK.ink).text(latinText(dish), MARGIN, y, { width: INNER });
				y = doc.y;
			}
			y += size * .5;
		}
		return;
	}
	doc.font("text").text(text.join("\n"), MARGIN, room.top, {
		width: INNER,
		height,
		columns: 2,
		columnGap: 16,
		ellipsis: "…"
	});
}
function fact(doc, label, value, at) {
	caption(doc, label, {
		...at,
		color: PDF_INK.saffron
	});
	line(doc, value, {
		...at,
		y: at.y + 11,
		face: "strong",
		size: 14,
		color: PDF_INK.paper
	});
}
function caption(doc, text, at) {
	doc.font("strong").fontSize(7.5).fillColor(at.color).text(latinText(text).toLocaleUpperCase("ca"), at.x, at.y, {
		characterSpacing: .5,
		lineBreak: false
	});
}
/** One line, smaller where it would be too wide, cut where it still is. */
function line(doc, text, style) {
	const words = latinText(text);
	const { face, color, x, y, width, align = "left", spacing = 0 } = style;
	let { size } = style;
	while (size > style.size * .65 && doc.font(face).fontSize(size).widthOfString(words, { characterSpacing: spacing }) > width) size -= .5;
	doc.font(face).fontSize(size).fillColor(color);
	doc.text(words, x, y, {
		width,
		height: size * 1.2,
		align,
		characterSpacing: spacing,
		ellipsis: "…"
	});
}
function fitted(doc, text, box) {
	const words = latinText(text) || "Esdeveniment";
	for (const size of box.sizes) {
		const height = doc.font(box.face).fontSize(size).heightOfString(words, { width: box.width });
		const longest = Math.max(...words.split(" ").map((word) => doc.widthOfString(word)));
		if (height <= box.height && longest <= box.width) return {
			text: words,
			size,
			height
		};
	}
	return {
		text: words,
		size: box.sizes.at(-1),
		height: box.height
	};
}
function orElse(text, fallback) {
	return text === null || text.trim() === "" ? fallback : text;
}
// app/ticket-rendering/ticket-renderer.worker.server.ts
parentPort.on("message", (job) => void answer(job));
async function answer({ id, order }) {
	try {
		const printed = new Uint8Array(await print(order));
		parentPort.postMessage({
			id,
			printed
		}, [printed.buffer]);
	} catch (error) {
		parentPort.postMessage({
			id,
			failed: error instanceof Error ? error.stack ?? error.message : String(error)
		});
	}
}
function print(order) {
	return order.kind === "picture" ? ticketPng(order.ticket) : ticketsPdf(order.document);
}
export {};

//# sourceMappingURL=ticket-renderer.worker.js.map