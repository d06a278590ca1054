import { c as formatEuros, f as __exportAll, i as TICKET_HEADINGS, l as ASSOCIATION, t as qrMatrix } from "./qr-matrix-2PuWa8aE.js";
// app/ticket-rendering/drawing/ticket-ornaments.ts
/** The brand's colours, as in the screens' tokens. */
var INK = {
	paper: "#fff8ec",
	surface: "#fffdf9",
	sunken: "#f8ecd9",
	line: "#ddc6a4",
	ink: "#2a1720",
	inkSoft: "#6b5060",
	ember: "#c8381a",
	emberDeep: "#9d2710",
	wine: "#4a1028",
	night: "#1e0a14",
	saffron: "#f5a524",
	teal: "#0b6e69"
};
/** The outline of the ticket: round corners, and a notch on both sides where the stub is torn off. */
function ticketOutline(canvas, box) {
	const { width, height, corner, notchY, notch } = box;
	canvas.beginPath();
	canvas.moveTo(corner, 0);
	canvas.lineTo(width - corner, 0);
	canvas.arc(width - corner, corner, corner, -Math.PI / 2, 0);
	canvas.lineTo(width, notchY - notch);
	canvas.arc(width, notchY, notch, -Math.PI / 2, Math.PI / 2, true);
	canvas.lineTo(width, height - corner);
	canvas.arc(width - corner, height - corner, corner, 0, Math.PI / 2);
	canvas.lineTo(corner, height);
	canvas.arc(corner, height - corner, corner, Math.PI / 2, Math.PI);
	canvas.lineTo(0, notchY + notch);
	canvas.arc(0, notchY, notch, Math.PI / 2, -Math.PI / 2, true);
	canvas.lineTo(0, corner);
	canvas.arc(corner, corner, corner, Math.PI, Math.PI * 1.5);
	canvas.closePath();
}
/** The Valencian floor in two strokes: half moons of ember from above, of saffron from below. */
function tileBand(canvas, band) {
	const { y, width, tile } = band;
	const radius = tile * .32;
	canvas.save();
	canvas.beginPath();
	canvas.rect(0, y, width, tile);
	canvas.clip();
	canvas.fillStyle = INK.wine;
	canvas.fillRect(0, y, width, tile);
	for (let x = 0; x <= width; x += tile) {
		disc(canvas, {
			x,
			y,
			radius
		}, INK.ember);
		disc(canvas, {
			x: x + tile / 2,
			y: y + tile,
			radius
		}, INK.saffron);
	}
	canvas.restore();
}
/** Rays of a bonfire, opening upwards from a point: light, so that text stays readable over them. */
function fireRays(canvas, fire) {
	const step = Math.PI * 2 / fire.count;
	canvas.save();
	canvas.globalAlpha = fire.alpha;
	canvas.fillStyle = INK.saffron;
	for (let ray = 0; ray < fire.count; ray += 1) {
		canvas.beginPath();
		canvas.moveTo(fire.x, fire.y);
		canvas.arc(fire.x, fire.y, fire.length, ray * step, (ray + .46) * step);
		canvas.closePath();
		canvas.fill();
	}
	canvas.restore();
}
/** Tear-off line between the ticket and its stub. */
function perforation(canvas, line) {
	for (let x = line.from; x <= line.to; x += 20) disc(canvas, {
		x,
		y: line.y,
		radius: 4
	}, line.color);
}
/** A ticket's QR in a square of `size` pixels, quiet zone within it. `size` is a multiple of the modules: nothing is blurred. */
function paintQr(canvas, qr) {
	const module = qr.size / 37;
	if (!Number.isInteger(module)) throw new RangeError(`a QR of ${qr.size} px has no whole modules`);
	canvas.fillStyle = "#ffffff";
	canvas.fillRect(qr.x, qr.y, qr.size, qr.size);
	canvas.fillStyle = "#000000";
	for (const [row, cells] of qrMatrix(qr.id).entries()) for (const [column, dark] of cells.entries()) {
		if (!dark) continue;
		canvas.fillRect(qr.x + (4 + column) * module, qr.y + (4 + row) * module, module, module);
	}
}
/** The association's crest, 84 by 104 units of its own drawing (public/favicon.svg), scaled to a height. */
function crest(canvas, at) {
	canvas.save();
	canvas.translate(at.x, at.y);
	canvas.scale(at.height / 108, at.height / 108);
	canvas.translate(-4, -2);
	canvas.save();
	shield(canvas);
	canvas.clip();
	canvas.fillStyle = INK.wine;
	canvas.fillRect(0, 0, 96, 112);
	sea(canvas);
	flames(canvas);
	canvas.restore();
	shield(canvas);
	canvas.strokeStyle = INK.saffron;
	canvas.lineWidth = 4;
	canvas.stroke();
	canvas.restore();
}
function shield(canvas) {
	canvas.beginPath();
	canvas.moveTo(48, 4);
	canvas.lineTo(90, 14);
	canvas.lineTo(90, 58);
	canvas.bezierCurveTo(90, 84, 70, 99, 48, 108);
	canvas.bezierCurveTo(26, 99, 6, 84, 6, 58);
	canvas.lineTo(6, 14);
	canvas.closePath();
}
function sea(canvas) {
	canvas.fillStyle = INK.teal;
	canvas.beginPath();
	waveTop(canvas, 78);
	canvas.lineTo(96, 112);
	canvas.lineTo(0, 112);
	canvas.fill();
	canvas.fillStyle = "#fff8ecd9";
	canvas.beginPath();
	waveTop(canvas, 86);
	canvas.lineTo(96, 90);
	canvas.bezierCurveTo(84, 82, 76, 82, 64, 90);
	canvas.bezierCurveTo(52, 98, 44, 98, 32, 90);
	canvas.bezierCurveTo(20, 82, 12, 82, 0, 90);
	canvas.fill();
}
function waveTop(canvas, y) {
	canvas.moveTo(0, y);
	canvas.bezierCurveTo(12, y - 8, 22, y - 8, 32, y);
	canvas.bezierCurveTo(42, y + 8, 54, y + 8, 64, y);
	canvas.bezierCurveTo(74, y - 8, 84, y - 8, 96, y);
}
function flames(canvas) {
	canvas.fillStyle = INK.ember;
	canvas.beginPath();
	canvas.moveTo(48, 18);
	canvas.bezierCurveTo(54, 30, 68, 36, 68, 54);
	canvas.arc(48, 54, 20, 0, Math.PI);
	canvas.bezierCurveTo(28, 44, 34, 41, 36, 32);
	canvas.bezierCurveTo(41, 35, 43, 39, 43, 44);
	canvas.bezierCurveTo(48, 38, 50, 30, 48, 18);
	canvas.fill();
	canvas.fillStyle = INK.saffron;
	canvas.beginPath();
	canvas.moveTo(49, 40);
	canvas.bezierCurveTo(51, 47, 59, 50, 59, 59);
	canvas.arc(48, 59, 11, 0, Math.PI);
	canvas.bezierCurveTo(37, 53, 41, 51, 42, 46);
	canvas.bezierCurveTo(45, 48, 46, 50, 46, 53);
	canvas.bezierCurveTo(48, 50, 50, 46, 49, 40);
	canvas.fill();
}
function disc(canvas, at, color) {
	canvas.fillStyle = color;
	canvas.beginPath();
	canvas.arc(at.x, at.y, at.radius, 0, Math.PI * 2);
	canvas.fill();
}
// app/ticket-rendering/drawing/ticket-text.ts
/** The largest size at which the whole text stands in the box; at the smallest the rest is cut with "…". */
function fitText(canvas, box) {
	for (const size of box.sizes) {
		canvas.font = box.font(size);
		const lines = wrap(canvas, box.text, box.width);
		if (lines !== null && lines.length <= linesIn(box, size)) return fitted(canvas, {
			box,
			size,
			lines,
			whole: true
		});
	}
	const smallest = Math.min(...box.sizes);
	canvas.font = box.font(smallest);
	return fitted(canvas, {
		box,
		size: smallest,
		lines: cutLines(canvas, box, linesIn(box, smallest)),
		whole: false
	});
}
function linesIn(box, size) {
	return Math.max(1, Math.floor(box.height / (size * box.leading)));
}
function fitted(canvas, result) {
	const { box, size, lines, whole } = result;
	return {
		size,
		font: canvas.font,
		lines,
		leading: box.leading,
		height: lines.length * size * box.leading,
		whole
	};
}
/** The text on one line, its end cut with "…" where it is too wide. Uses the font that is set. */
function ellipsize(canvas, text, width) {
	if (canvas.measureText(text).width <= width) return text;
	const letters = Array.from(graphemes(text));
	while (letters.length > 1 && canvas.measureText(`${letters.join("").trimEnd()}…`).width > width) letters.pop();
	return `${letters.join("").trimEnd()}…`;
}
/** Lines broken at spaces and after hyphens; null when a single word is wider than the box. */
function wrap(canvas, text, width) {
	const lines = [];
	let line = "";
	for (const word of words(text)) {
		if (canvas.measureText((line + word).trimEnd()).width <= width) {
			line += word;
			continue;
		}
		if (canvas.measureText(word.trimEnd()).width > width) return null;
		lines.push(line.trimEnd());
		line = word;
	}
	lines.push(line.trimEnd());
	return lines.filter((each) => each !== "");
}
function cutLines(canvas, box, maxLines) {
	const lines = [];
	let rest = words(box.text).flatMap((word) => breakWord(canvas, word, box.width));
	while (rest.length > 0 && lines.length < maxLines - 1) {
		let line = "";
		while (rest[0] !== void 0 && canvas.measureText((line + rest[0]).trimEnd()).width <= box.width) {
			line += rest[0];
			rest = rest.slice(1);
		}
		lines.push(line.trimEnd());
	}
	if (rest.length > 0) lines.push(ellipsize(canvas, rest.join("").trimEnd(), box.width));
	return lines;
}
/** Pieces of a word that each fit the width. */
function breakWord(canvas, word, width) {
	const pieces = [];
	let piece = "";
	for (const letter of graphemes(word)) {
		if (piece !== "" && canvas.measureText((piece + letter).trimEnd()).width > width) {
			pieces.push(piece);
			piece = "";
		}
		piece += letter;
	}
	return [...pieces, piece];
}
/** Each word with the space or hyphen that follows it. */
function words(text) {
	return text.trim().replace(/\s+/g, " ").match(/[^\s-]*-|[^\s-]+ ?| /g) ?? [];
}
/** What a reader calls a letter, so that an emoji made of several code points is never cut in two. */
function graphemes(text) {
	if (typeof Intl.Segmenter !== "function") return Array.from(text);
	return Array.from(new Intl.Segmenter("ca").segment(text), (part) => part.segment);
}
// app/ticket-rendering/drawing/draw-context.ts
/** A small caption in spaced capitals. */
function paintLabel(draw, label, at) {
	const { canvas } = draw;
	canvas.font = draw.text(at.size, 700);
	canvas.letterSpacing = `${at.size * .12}px`;
	canvas.fillText(ellipsize(canvas, label.toUpperCase(), at.width), at.x, at.y);
	canvas.letterSpacing = "0px";
}
// app/ticket-rendering/drawing/ticket-menu.ts
/** Comfortable sizes for a menu shown whole, and those that can still be read on a phone showing the whole ticket. */
var WHOLE_SIZES = [
	40,
	37,
	34,
	31,
	28,
	26,
	24
];
var DENSE_SIZES = [
	26,
	24,
	22,
	20,
	19,
	18
];
var GUTTER = 40;
var LEADING = 1.26;
/**
* Dishes by section and extras, in one column or two, at the largest size that fits. 'whole' is null when that would
* be too small; 'cut' shortens long names and then counts what doesn't fit.
*/
function layMenu(draw, ticket, box, manner) {
	const rows = menuRows(ticket);
	const sizes = manner === "whole" ? WHOLE_SIZES : DENSE_SIZES;
	for (const size of sizes) for (const columns of [1, 2]) {
		const layout = place(draw, rows, {
			box,
			size,
			columns,
			maxLines: 2
		});
		if (layout !== null) return layout;
	}
	if (manner === "whole") return null;
	for (const size of sizes.slice(2)) {
		const layout = place(draw, rows, {
			box,
			size,
			columns: 2,
			maxLines: 1
		});
		if (layout !== null) return layout;
	}
	for (let kept = rows.length - 1; kept > 0; kept -= 1) {
		const hidden = rows.slice(kept).filter((row) => row.kind === "dish").length;
		const shown = [...rows.slice(0, kept), {
			kind: "more",
			emoji: "",
			text: `i ${hidden} més`
		}];
		const layout = shown[kept - 1]?.kind === "label" ? null : place(draw, shown, {
			box,
			size: sizes.at(-1),
			columns: 2,
			maxLines: 1
		});
		if (layout !== null) return layout;
	}
	return null;
}
function paintMenu(draw, layout, box) {
	const { canvas } = draw;
	const indent = layout.size * 1.5;
	const offset = Math.max(0, box.height - layout.height) * .45;
	for (const row of layout.rows) {
		const x = box.x + row.column * (layout.columnWidth + GUTTER);
		const y = box.y + offset + row.top;
		if (row.kind === "label") {
			canvas.fillStyle = INK.emberDeep;
			paintLabel(draw, row.text, {
				x,
				y: y + layout.size * .78,
				width: layout.columnWidth,
				size: labelSize(layout.size)
			});
			continue;
		}
		canvas.fillStyle = row.kind === "more" ? INK.inkSoft : INK.ink;
		canvas.font = draw.emoji(layout.size);
		canvas.fillText(row.emoji, x, y + layout.size);
		canvas.font = dishFont(draw)(layout.size);
		for (const [index, line] of row.lines.entries()) canvas.fillText(line, x + indent, y + layout.size + index * layout.size * LEADING);
	}
}
function menuRows(ticket) {
	return [...ticket.menu.map((section) => ({
		name: section.sectionName,
		items: section.items
	})), {
		name: "Extres",
		items: ticket.extras
	}].filter((section) => section.items.length > 0).flatMap((section) => [{
		kind: "label",
		emoji: "",
		text: section.name
	}, ...section.items.map((item) => ({
		kind: "dish",
		emoji: item.emoji,
		text: item.name
	}))]);
}
function place(draw, rows, page) {
	const { box, size, columns, maxLines } = page;
	const { canvas } = draw;
	const columnWidth = (box.width - GUTTER * (columns - 1)) / columns;
	const width = columnWidth - size * 1.5;
	const placed = [];
	let column = 0;
	let bottom = 0;
	let height = 0;
	for (const [index, row] of rows.entries()) {
		const lines = linesOf(draw, row, {
			size,
			width,
			maxLines
		});
		if (lines === null) return null;
		const rowHeight = row.kind === "label" ? size * 1.2 : lines.length * size * LEADING + size * .12;
		const gap = row.kind === "label" && bottom > 0 ? size * (size > 22 ? .5 : .3) : 0;
		const needed = row.kind === "label" && rows[index + 1] ? rowHeight + size * LEADING : rowHeight;
		if (bottom + gap + needed > box.height) {
			column += 1;
			bottom = 0;
			if (column === columns) return null;
		}
		const top = bottom === 0 ? 0 : bottom + gap;
		placed.push({
			...row,
			lines,
			column,
			top
		});
		bottom = top + rowHeight;
		height = Math.max(height, bottom);
	}
	canvas.font = dishFont(draw)(size);
	return {
		rows: placed,
		size,
		columnWidth,
		height
	};
}
/** Null when the name needs more lines than there are. */
function linesOf(draw, row, room) {
	if (row.kind === "label") return [row.text];
	const font = dishFont(draw);
	if (room.maxLines === 1) {
		draw.canvas.font = font(room.size);
		return [ellipsize(draw.canvas, row.text, room.width)];
	}
	const fitted = fitText(draw.canvas, {
		text: row.text,
		width: room.width,
		height: room.maxLines * room.size,
		leading: 1,
		sizes: [room.size],
		font
	});
	return fitted.whole ? fitted.lines : null;
}
function dishFont(draw) {
	return (size) => draw.text(size, 550);
}
function labelSize(dishSize) {
	return Math.max(15, Math.round(dishSize * .58));
}
// app/ticket-rendering/drawing/draw-ticket.ts
var draw_ticket_exports = /* @__PURE__ */ __exportAll({
	TICKET_HEIGHT: () => TICKET_HEIGHT,
	TICKET_QR_SIZE: () => 370,
	TICKET_WIDTH: () => 900,
	drawTicket: () => drawTicket
});
/** Size of the picture and of its QR in pixels (spec §9). The QR's 370 px hold 37 modules of 10 px, quiet zone within. */
var TICKET_WIDTH = 900;
var TICKET_HEIGHT = 1350;
var MARGIN = 60;
var INNER = 780;
var TILE = 45;
var HEAD_TOP = 205;
var TEAR = 856;
var COLUMN = 480;
var ROLE_COLORS = {
	public: {
		ground: INK.saffron,
		ink: "#4a2a00"
	},
	socio: {
		ground: INK.teal,
		ink: "#fffdf9"
	},
	comision: {
		ground: INK.ember,
		ink: "#fffaf5"
	},
	admin: {
		ground: INK.paper,
		ink: INK.wine
	}
};
/** Rings of light around the fire, widest first. */
var GLOW = [
	[900, "#420e24"],
	[700, "#4a1028"],
	[520, "#561329"],
	[370, "#651829"],
	[240, "#7a1f26"],
	[130, "#94291f"]
];
/** Draws one ticket on a canvas of 900 by 1350 pixels: the same picture in the browser and on the server. */
function drawTicket(canvas, ticket, assets) {
	const draw = {
		canvas,
		display: (size) => `800 ${size}px ${assets.displayFont}`,
		text: (size, weight) => `${weight} ${size}px ${assets.textFont}`,
		emoji: (size) => `400 ${size}px ${assets.emojiFont}`
	};
	const hasMenu = ticket.menu.some((section) => section.items.length > 0) || ticket.extras.length > 0;
	canvas.save();
	canvas.clearRect(0, 0, 900, TICKET_HEIGHT);
	canvas.textBaseline = "alphabetic";
	canvas.textAlign = "left";
	ticketOutline(canvas, {
		width: 900,
		height: TICKET_HEIGHT,
		corner: 44,
		notchY: TEAR,
		notch: 30
	});
	canvas.clip();
	canvas.fillStyle = INK.paper;
	canvas.fillRect(0, 0, 900, TICKET_HEIGHT);
	if (hasMenu) drawDinner(draw, ticket);
	else drawPoster(draw, ticket);
	drawTop(draw, ticket.userRole);
	drawStub(draw, ticket);
	canvas.restore();
}
/** Title and facts on wine, the dishes on paper below; a long menu takes room from the head. */
function drawDinner(draw, ticket) {
	const roomy = layHead(draw, ticket, {
		top: HEAD_TOP,
		titleHeight: 144,
		titleSizes: [
			66,
			60,
			54,
			50,
			46,
			42,
			40,
			38
		],
		emoji: 120,
		fact: 32,
		gap: 26
	});
	const roomyBox = menuBox(roomy.bottom);
	const menu = layMenu(draw, ticket, roomyBox, "whole");
	if (menu !== null) {
		paintNight(draw, roomy.bottom);
		roomy.paint();
		paintMenu(draw, menu, roomyBox);
		return;
	}
	const tight = layHead(draw, ticket, {
		top: 192,
		titleHeight: 96,
		titleSizes: [
			48,
			44,
			40,
			36,
			32,
			28
		],
		emoji: 84,
		fact: 25,
		gap: 16
	});
	const box = menuBox(tight.bottom - 8);
	paintNight(draw, tight.bottom);
	tight.paint();
	const cut = layMenu(draw, ticket, box, "cut");
	if (cut !== null) paintMenu(draw, cut, box);
}
function menuBox(top) {
	return {
		x: MARGIN,
		y: top + 34,
		width: INNER,
		height: 826 - (top + 34)
	};
}
function layHead(draw, ticket, style) {
	const left = MARGIN + style.emoji + 30;
	const title = fitText(draw.canvas, {
		text: ticket.eventTitle,
		width: 840 - left,
		height: style.titleHeight,
		leading: 1.08,
		sizes: style.titleSizes,
		font: draw.display
	});
	const facts = layFacts(draw, ticket, {
		value: style.fact,
		lines: 1,
		gap: style.gap
	});
	const height = Math.max(style.emoji, title.height);
	return {
		bottom: style.top + height + style.gap + facts.height + 32,
		paint() {
			paintEmoji(draw, ticket.eventImage, {
				x: MARGIN,
				y: style.top + (height - style.emoji) / 2,
				size: style.emoji
			});
			draw.canvas.fillStyle = INK.paper;
			paintLines(draw, title, {
				x: left,
				y: style.top + (height - title.height) / 2
			});
			facts.paint(style.top + height + style.gap);
		}
	};
}
/** A concert has no dishes: its title takes their room. */
function drawPoster(draw, ticket) {
	const { canvas } = draw;
	const facts = layFacts(draw, ticket, {
		value: 36,
		lines: 2,
		gap: 26
	});
	const factsTop = 812 - facts.height;
	const titleTop = 393;
	const room = factsTop - titleTop - 14;
	const title = fitText(canvas, {
		text: ticket.eventTitle,
		width: INNER,
		height: room,
		leading: 1.04,
		sizes: [
			100,
			92,
			84,
			76,
			68,
			60,
			54,
			48,
			42
		],
		font: draw.display
	});
	paintNight(draw, TEAR);
	paintEmoji(draw, ticket.eventImage, {
		x: MARGIN,
		y: 221,
		size: 150
	});
	canvas.fillStyle = INK.paper;
	paintLines(draw, title, {
		x: 57,
		y: titleTop + (room - title.height) / 2
	});
	facts.paint(factsTop);
}
/** Tile band, crest and name, and whose ticket it is. */
function drawTop(draw, role) {
	const { canvas } = draw;
	tileBand(canvas, {
		y: 0,
		width: 900,
		tile: TILE
	});
	crest(canvas, {
		x: MARGIN,
		y: 76,
		height: 98
	});
	const heading = TICKET_HEADINGS[role];
	canvas.font = draw.text(25, 800);
	canvas.letterSpacing = "2.5px";
	const pill = {
		width: canvas.measureText(heading).width + 58,
		height: 58
	};
	const left = 840 - pill.width;
	canvas.fillStyle = ROLE_COLORS[role].ground;
	canvas.beginPath();
	canvas.roundRect(left, 96, pill.width, pill.height, pill.height / 2);
	canvas.fill();
	canvas.fillStyle = ROLE_COLORS[role].ink;
	canvas.fillText(heading, left + 30, 134);
	canvas.letterSpacing = "0px";
	canvas.fillStyle = INK.paper;
	const room = left - 160 - 20;
	const name = fitText(canvas, {
		text: ASSOCIATION.name,
		width: room,
		height: 46,
		leading: 1,
		sizes: [
			46,
			42,
			38,
			34,
			30,
			26
		],
		font: draw.display
	});
	canvas.font = name.font;
	canvas.fillText(name.lines.join(""), 160, 128);
	canvas.fillStyle = "#f7c987";
	paintLabel(draw, ASSOCIATION.tagline, {
		x: 161,
		y: 162,
		width: room,
		size: 15
	});
}
/** What is torn off at the door: QR, price and number. */
function drawStub(draw, ticket) {
	const { canvas } = draw;
	canvas.fillStyle = INK.sunken;
	canvas.fillRect(0, TEAR, 900, 494);
	perforation(canvas, {
		y: TEAR,
		from: 50,
		to: 850,
		color: INK.line
	});
	const card = {
		x: MARGIN,
		y: 893,
		size: 398
	};
	canvas.fillStyle = "#ffffff";
	canvas.beginPath();
	canvas.roundRect(card.x, card.y, card.size, card.size, 30);
	canvas.fill();
	paintQr(canvas, {
		id: ticket.id,
		x: card.x + 14,
		y: card.y + 14,
		size: 370
	});
	const width = 332;
	const x = 508;
	canvas.fillStyle = INK.inkSoft;
	paintLabel(draw, "Preu", {
		x,
		y: card.y + 34,
		width,
		size: 18
	});
	canvas.fillStyle = INK.emberDeep;
	const price = fitText(canvas, {
		text: formatEuros(ticket.price),
		width,
		height: 80,
		leading: 1,
		sizes: [
			76,
			68,
			60,
			50,
			40
		],
		font: draw.display
	});
	canvas.font = price.font;
	canvas.fillText(price.lines.join(""), 506, card.y + 108);
	canvas.fillStyle = INK.inkSoft;
	paintLabel(draw, "Número de tiquet", {
		x,
		y: card.y + 176,
		width,
		size: 18
	});
	canvas.fillStyle = INK.ink;
	paintLines(draw, fitText(canvas, {
		text: ticket.ticketNumber,
		width,
		height: 90,
		leading: 1.2,
		sizes: [
			36,
			32,
			28,
			24
		],
		font: (size) => draw.text(size, 700)
	}), {
		x,
		y: card.y + 188
	});
	canvas.fillStyle = INK.inkSoft;
	const hint = fitText(canvas, {
		text: "Ensenya este codi a la porta. Serveix per a una entrada.",
		width,
		height: 66,
		leading: 1.3,
		sizes: [
			25,
			23,
			21
		],
		font: (size) => draw.text(size, 500)
	});
	paintLines(draw, hint, {
		x,
		y: card.y + card.size - 8 - hint.height
	});
	tileBand(canvas, {
		y: 1327.5,
		width: 900,
		tile: 22.5
	});
}
/**
* A bonfire at night, printed in flat inks: rings of ember and rays of saffron over wine.
* No gradients: their dither would make the PNG five times as heavy.
*/
function paintNight(draw, bottom) {
	const { canvas } = draw;
	const fire = {
		x: 774,
		y: bottom + 30
	};
	canvas.save();
	canvas.beginPath();
	canvas.rect(0, 0, 900, bottom);
	canvas.clip();
	canvas.fillStyle = "#3a0c20";
	canvas.fillRect(0, 0, 900, bottom);
	for (const [radius, color] of GLOW) {
		canvas.fillStyle = color;
		canvas.beginPath();
		canvas.arc(fire.x, fire.y, radius, 0, Math.PI * 2);
		canvas.fill();
	}
	fireRays(canvas, {
		...fire,
		length: 1500,
		count: 28,
		alpha: .05
	});
	canvas.restore();
}
function paintEmoji(draw, emoji, tile) {
	const { canvas } = draw;
	canvas.fillStyle = "#fff8ec1f";
	canvas.beginPath();
	canvas.roundRect(tile.x, tile.y, tile.size, tile.size, tile.size * .24);
	canvas.fill();
	const symbol = fitText(canvas, {
		text: emoji,
		width: tile.size * .8,
		height: tile.size,
		leading: 1,
		sizes: [
			.6,
			.45,
			.3,
			.2
		].map((part) => Math.round(tile.size * part)),
		font: draw.emoji
	});
	canvas.font = symbol.font;
	canvas.textAlign = "center";
	canvas.fillStyle = INK.paper;
	canvas.fillText(symbol.lines.join(""), tile.x + tile.size / 2, tile.y + tile.size / 2 + symbol.size * .36);
	canvas.textAlign = "left";
}
/** Day and hour side by side, the place below, under a thin rule. */
function layFacts(draw, ticket, style) {
	const { canvas } = draw;
	const box = {
		leading: 1.25,
		sizes: [
			style.value,
			style.value - 2,
			style.value - 4,
			style.value - 6,
			style.value - 8
		],
		font: (size) => draw.text(size, 600)
	};
	const oneLine = style.value * 1.25;
	const day = fitText(canvas, {
		...box,
		text: ticket.dateText,
		width: 390,
		height: oneLine
	});
	const hour = fitText(canvas, {
		...box,
		text: presentOr(ticket.time, "Hora no especificada"),
		width: 360,
		height: oneLine
	});
	const place = fitText(canvas, {
		...box,
		text: presentOr(ticket.location, "Ubicació per confirmar"),
		width: INNER,
		height: oneLine * style.lines
	});
	const label = Math.round(style.value * .5) + 1;
	const secondRow = label + oneLine + style.gap * .8;
	return {
		height: style.gap * .75 + secondRow + label + place.height,
		paint(top) {
			canvas.fillStyle = "#fff8ec33";
			canvas.fillRect(MARGIN, top, INNER, 2);
			const row = top + style.gap * .75 + label;
			paintFact(draw, "Data", {
				...day,
				x: MARGIN,
				y: row,
				label
			});
			paintFact(draw, "Hora", {
				...hour,
				x: COLUMN,
				y: row,
				label
			});
			paintFact(draw, "Lloc", {
				...place,
				x: MARGIN,
				y: row + secondRow,
				label
			});
		}
	};
}
function paintFact(draw, label, fact) {
	draw.canvas.fillStyle = INK.saffron;
	paintLabel(draw, label, {
		x: fact.x,
		y: fact.y,
		width: INNER,
		size: fact.label
	});
	draw.canvas.fillStyle = INK.paper;
	paintLines(draw, fact, {
		x: fact.x,
		y: fact.y + 6
	});
}
/** Lines below a top edge, in the fill colour that is set. */
function paintLines(draw, text, at) {
	draw.canvas.font = text.font;
	for (const [index, line] of text.lines.entries()) draw.canvas.fillText(line, at.x, at.y + text.size * (text.leading * index + .96));
}
function presentOr(text, fallback) {
	return text === null || text.trim() === "" ? fallback : text;
}
export { INK as a, draw_ticket_exports as i, TICKET_WIDTH as n, drawTicket as r, TICKET_HEIGHT as t };

//# sourceMappingURL=draw-ticket-CVK-XUgF.js.map