import { l as ASSOCIATION } from "./qr-matrix-2PuWa8aE.js";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import * as React$1 from "react";
import React, { Suspense } from "react";
import { convert } from "html-to-text";
import { decodeHTML, decodeHTMLAttribute } from "entities/lib/decode.js";
import { SyntaxKind, parse } from "html5parser";
import { Writable } from "node:stream";
// node_modules/react-email/dist/components/element-marker.mjs
var elementMarker = Symbol.for("react-email.element");
var markAsElement = (component, options = {}) => {
	component[elementMarker] = options;
};
// node_modules/react-email/dist/components/body/margin-properties.mjs
var marginProperties = [
	"margin",
	"marginTop",
	"marginBottom",
	"marginRight",
	"marginLeft",
	"marginInline",
	"marginBlock",
	"marginBlockStart",
	"marginBlockEnd",
	"marginInlineStart",
	"marginInlineEnd"
];
var paddingProperties = [
	"padding",
	"paddingTop",
	"paddingBottom",
	"paddingRight",
	"paddingLeft",
	"paddingInline",
	"paddingBlock",
	"paddingBlockStart",
	"paddingBlockEnd",
	"paddingInlineStart",
	"paddingInlineEnd"
];
// node_modules/react-email/dist/components/body/body.mjs
var Body = React$1.forwardRef(({ children, style, ...props }, ref) => {
	const bodyStyle = {
		background: style?.background,
		backgroundColor: style?.backgroundColor
	};
	if (style) for (const property of [...marginProperties, ...paddingProperties]) bodyStyle[property] = style[property] !== void 0 ? 0 : void 0;
	return /* @__PURE__ */ jsx("body", {
		...props,
		dir: props.dir ?? "ltr",
		lang: props.lang ?? "en",
		style: bodyStyle,
		ref,
		children: /* @__PURE__ */ jsx("table", {
			border: 0,
			width: "100%",
			cellPadding: "0",
			cellSpacing: "0",
			role: "presentation",
			align: "center",
			children: /* @__PURE__ */ jsx("tbody", { children: /* @__PURE__ */ jsx("tr", { children: /* @__PURE__ */ jsx("td", {
				dir: props.dir ?? "ltr",
				lang: props.lang ?? "en",
				style,
				children
			}) }) })
		})
	});
});
Body.displayName = "Body";
markAsElement(Body);
// node_modules/react-email/dist/components/button/utils/parse-padding.mjs
/**
* converts padding value to `px` equivalent.
* @example "1em" =\> 16
*/
function convertToPx(value) {
	let px = 0;
	if (value === void 0 || value === "") return;
	if (typeof value === "number") return value;
	const matches = /^([\d.]+)(px|pt|em|rem|%)$/.exec(value);
	if (matches && matches.length === 3) {
		const numValue = Number.parseFloat(matches[1]);
		switch (matches[2]) {
			case "px": return numValue;
			case "pt": return numValue * 4 / 3;
			case "em":
			case "rem":
				px = numValue * 16;
				return px;
			case "%":
				px = numValue / 100 * 600;
				return px;
			default: return numValue;
		}
	}
	return 0;
}
function parsePaddingValue(value) {
	if (typeof value === "number") return {
		paddingTop: value,
		paddingBottom: value,
		paddingLeft: value,
		paddingRight: value
	};
	if (typeof value === "string") {
		const values = value.toString().trim().split(/\s+/);
		if (values.length === 1) return {
			paddingTop: values[0],
			paddingBottom: values[0],
			paddingLeft: values[0],
			paddingRight: values[0]
		};
		if (values.length === 2) return {
			paddingTop: values[0],
			paddingRight: values[1],
			paddingBottom: values[0],
			paddingLeft: values[1]
		};
		if (values.length === 3) return {
			paddingTop: values[0],
			paddingRight: values[1],
			paddingBottom: values[2],
			paddingLeft: values[1]
		};
		if (values.length === 4) return {
			paddingTop: values[0],
			paddingRight: values[1],
			paddingBottom: values[2],
			paddingLeft: values[3]
		};
	}
	return {
		paddingTop: void 0,
		paddingBottom: void 0,
		paddingLeft: void 0,
		paddingRight: void 0
	};
}
/**
* Parses all the values out of a padding string to get the value for all padding props in `px`
* @example e.g. "10px" =\> pt: 10, pr: 10, pb: 10, pl: 10
*/
function parsePadding(properties) {
	let paddingTop;
	let paddingRight;
	let paddingBottom;
	let paddingLeft;
	for (const [key, value] of Object.entries(properties)) if (key === "padding") ({paddingTop, paddingBottom, paddingLeft, paddingRight} = parsePaddingValue(value));
	else if (key === "paddingTop") paddingTop = value;
	else if (key === "paddingRight") paddingRight = value;
	else if (key === "paddingBottom") paddingBottom = value;
	else if (key === "paddingLeft") paddingLeft = value;
	return {
		paddingTop: convertToPx(paddingTop),
		paddingRight: convertToPx(paddingRight),
		paddingBottom: convertToPx(paddingBottom),
		paddingLeft: convertToPx(paddingLeft)
	};
}
// node_modules/react-email/dist/components/button/utils/px-to-pt.mjs
var pxToPt = (px) => typeof px === "number" && !Number.isNaN(Number(px)) ? px * 3 / 4 : void 0;
// node_modules/react-email/dist/components/button/button.mjs
var maxFontWidth = 5;
/**
* Computes a msoFontWidth \<= 5 and a count of space characters that,
* when applied, end up being as close to `expectedWidth` as possible.
*/
function computeFontWidthAndSpaceCount(expectedWidth) {
	if (expectedWidth === 0) return [0, 0];
	let smallestSpaceCount = 0;
	const computeRequiredFontWidth = () => {
		if (smallestSpaceCount > 0) return expectedWidth / smallestSpaceCount / 2;
		return Number.POSITIVE_INFINITY;
	};
	while (computeRequiredFontWidth() > maxFontWidth) smallestSpaceCount++;
	return [computeRequiredFontWidth(), smallestSpaceCount];
}
var Button = React$1.forwardRef(({ children, style, target = "_blank", ...props }, ref) => {
	const { paddingTop, paddingRight, paddingBottom, paddingLeft } = parsePadding(style ?? {});
	const textRaise = pxToPt((paddingTop ?? 0) + (paddingBottom ?? 0));
	const [plFontWidth, plSpaceCount] = computeFontWidthAndSpaceCount(paddingLeft ?? 0);
	const [prFontWidth, prSpaceCount] = computeFontWidthAndSpaceCount(paddingRight ?? 0);
	return /* @__PURE__ */ jsxs("a", {
		...props,
		ref,
		style: {
			lineHeight: "100%",
			textDecoration: "none",
			display: "inline-block",
			maxWidth: "100%",
			msoPaddingAlt: "0px",
			...style,
			paddingTop,
			paddingRight,
			paddingBottom,
			paddingLeft
		},
		target,
		children: [
			/* @__PURE__ */ jsx("span", { dangerouslySetInnerHTML: { __html: `<!--[if mso]><i style="mso-font-width:${plFontWidth * 100}%;mso-text-raise:${textRaise}px" hidden>${"&#8202;".repeat(plSpaceCount)}</i><![endif]-->` } }),
			/* @__PURE__ */ jsx("span", {
				style: {
					maxWidth: "100%",
					display: "inline-block",
					lineHeight: "120%",
					msoPaddingAlt: "0px",
					msoTextRaise: pxToPt(paddingBottom)
				},
				children
			}),
			/* @__PURE__ */ jsx("span", { dangerouslySetInnerHTML: { __html: `<!--[if mso]><i style="mso-font-width:${prFontWidth * 100}%" hidden>${"&#8202;".repeat(prSpaceCount)}&#8203;</i><![endif]-->` } })
		]
	});
});
Button.displayName = "Button";
markAsElement(Button);
// node_modules/react-email/dist/components/column/column.mjs
var Column = React$1.forwardRef(({ children, style, ...props }, ref) => {
	return /* @__PURE__ */ jsx("td", {
		...props,
		"data-id": "__react-email-column",
		ref,
		style,
		children
	});
});
Column.displayName = "Column";
markAsElement(Column);
// node_modules/react-email/dist/components/container/container.mjs
var Container = React$1.forwardRef(({ children, style = {}, tdClassName, ...props }, ref) => {
	const tdStyle = {};
	const tableStyle = {};
	const styleRecord = style;
	for (const key in styleRecord) {
		if (!Object.hasOwn(styleRecord, key)) continue;
		const value = styleRecord[key];
		if (key.startsWith("padding")) tdStyle[key] = value;
		else tableStyle[key] = value;
	}
	return /* @__PURE__ */ jsx("table", {
		align: "center",
		width: "100%",
		...props,
		border: 0,
		cellPadding: "0",
		cellSpacing: "0",
		ref,
		role: "presentation",
		style: {
			maxWidth: "37.5em",
			...tableStyle
		},
		children: /* @__PURE__ */ jsx("tbody", { children: /* @__PURE__ */ jsx("tr", {
			style: { width: "100%" },
			children: /* @__PURE__ */ jsx("td", {
				className: tdClassName,
				style: tdStyle,
				children
			})
		}) })
	});
});
Container.displayName = "Container";
markAsElement(Container, { resolveTailwind(props, { style, className, classProperties }) {
	const tableClasses = [];
	const tdClasses = props.tdClassName ? [props.tdClassName] : [];
	for (const name of className?.split(" ") ?? []) {
		const properties = classProperties[name];
		if (properties && properties.length > 0 && properties.every((property) => property.startsWith("padding"))) tdClasses.push(name);
		else tableClasses.push(name);
	}
	return {
		...props,
		style,
		className: tableClasses.length > 0 ? tableClasses.join(" ") : void 0,
		tdClassName: tdClasses.length > 0 ? tdClasses.join(" ") : void 0
	};
} });
// node_modules/react-email/dist/components/head/head.mjs
var Head = React$1.forwardRef(({ children, ...props }, ref) => /* @__PURE__ */ jsxs("head", {
	...props,
	ref,
	children: [
		/* @__PURE__ */ jsx("meta", {
			content: "text/html; charset=UTF-8",
			httpEquiv: "Content-Type"
		}),
		/* @__PURE__ */ jsx("meta", { name: "x-apple-disable-message-reformatting" }),
		children
	]
}));
Head.displayName = "Head";
// node_modules/react-email/dist/components/html/html.mjs
var Html = React$1.forwardRef(({ children, lang = "en", dir = "ltr", ...props }, ref) => /* @__PURE__ */ jsx("html", {
	...props,
	dir,
	lang,
	ref,
	children
}));
Html.displayName = "Html";
// node_modules/react-email/dist/components/preview/preview.mjs
var PREVIEW_MAX_LENGTH = 200;
var Preview = React$1.forwardRef(({ children = "", useTitleTag = true, ...props }, ref) => {
	const text = (Array.isArray(children) ? children.join("") : children).substring(0, PREVIEW_MAX_LENGTH);
	return /* @__PURE__ */ jsxs(Fragment, { children: [useTitleTag ? /* @__PURE__ */ jsx("title", { children: text }) : null, /* @__PURE__ */ jsxs("div", {
		style: {
			display: "none",
			overflow: "hidden",
			lineHeight: "1px",
			opacity: 0,
			maxHeight: 0,
			maxWidth: 0
		},
		"data-skip-in-text": true,
		...props,
		ref,
		children: [text, renderWhiteSpace(text)]
	})] });
});
Preview.displayName = "Preview";
markAsElement(Preview);
var whiteSpaceCodes = "\xA0‌​‍﻿";
var renderWhiteSpace = (text) => {
	if (text.length >= PREVIEW_MAX_LENGTH) return null;
	return /* @__PURE__ */ jsx("div", { children: whiteSpaceCodes.repeat(PREVIEW_MAX_LENGTH - text.length) });
};
// node_modules/react-email/dist/components/row/row.mjs
var Row = React$1.forwardRef(({ children, style, ...props }, ref) => {
	return /* @__PURE__ */ jsx("table", {
		align: "center",
		width: "100%",
		border: 0,
		cellPadding: "0",
		cellSpacing: "0",
		role: "presentation",
		...props,
		ref,
		style,
		children: /* @__PURE__ */ jsx("tbody", {
			style: { width: "100%" },
			children: /* @__PURE__ */ jsx("tr", {
				style: { width: "100%" },
				children
			})
		})
	});
});
Row.displayName = "Row";
markAsElement(Row);
// node_modules/react-email/dist/components/section/section.mjs
var Section = React$1.forwardRef(({ children, style = {}, tdClassName, ...props }, ref) => {
	const tdStyle = {};
	const tableStyle = {};
	const styleRecord = style;
	for (const key in styleRecord) {
		if (!Object.hasOwn(styleRecord, key)) continue;
		const value = styleRecord[key];
		if (key.startsWith("padding")) tdStyle[key] = value;
		else tableStyle[key] = value;
	}
	return /* @__PURE__ */ jsx("table", {
		align: "center",
		width: "100%",
		border: 0,
		cellPadding: "0",
		cellSpacing: "0",
		role: "presentation",
		...props,
		ref,
		style: tableStyle,
		children: /* @__PURE__ */ jsx("tbody", { children: /* @__PURE__ */ jsx("tr", { children: /* @__PURE__ */ jsx("td", {
			className: tdClassName,
			style: tdStyle,
			children
		}) }) })
	});
});
Section.displayName = "Section";
markAsElement(Section, { resolveTailwind(props, { style, className, classProperties }) {
	const tableClasses = [];
	const tdClasses = props.tdClassName ? [props.tdClassName] : [];
	for (const name of className?.split(" ") ?? []) {
		const properties = classProperties[name];
		if (properties && properties.length > 0 && properties.every((property) => property.startsWith("padding"))) tdClasses.push(name);
		else tableClasses.push(name);
	}
	return {
		...props,
		style,
		className: tableClasses.length > 0 ? tableClasses.join(" ") : void 0,
		tdClassName: tdClasses.length > 0 ? tdClasses.join(" ") : void 0
	};
} });
// node_modules/react-email/dist/components/text/utils/compute-margins.mjs
function parseMarginValue(value) {
	if (typeof value === "number") return {
		marginTop: value,
		marginBottom: value,
		marginLeft: value,
		marginRight: value
	};
	if (typeof value === "string") {
		const values = value.toString().trim().split(/\s+/);
		if (values.length === 1) return {
			marginTop: values[0],
			marginBottom: values[0],
			marginLeft: values[0],
			marginRight: values[0]
		};
		if (values.length === 2) return {
			marginTop: values[0],
			marginRight: values[1],
			marginBottom: values[0],
			marginLeft: values[1]
		};
		if (values.length === 3) return {
			marginTop: values[0],
			marginRight: values[1],
			marginBottom: values[2],
			marginLeft: values[1]
		};
		if (values.length === 4) return {
			marginTop: values[0],
			marginRight: values[1],
			marginBottom: values[2],
			marginLeft: values[3]
		};
	}
	return {
		marginTop: void 0,
		marginBottom: void 0,
		marginLeft: void 0,
		marginRight: void 0
	};
}
/**
* Parses all the values out of a margin string to get the value for all margin props in the four margin properties
* @example e.g. "10px" =\> mt: "10px", mr: "10px", mb: "10px", ml: "10px"
*/
function computeMargins(properties) {
	let result = {
		marginTop: void 0,
		marginRight: void 0,
		marginBottom: void 0,
		marginLeft: void 0
	};
	for (const [key, value] of Object.entries(properties)) if (key === "margin") result = parseMarginValue(value);
	else if (key === "marginTop") result.marginTop = value;
	else if (key === "marginRight") result.marginRight = value;
	else if (key === "marginBottom") result.marginBottom = value;
	else if (key === "marginLeft") result.marginLeft = value;
	return result;
}
// node_modules/react-email/dist/components/text/text.mjs
var Text = React$1.forwardRef(({ style, ...props }, ref) => {
	/**
	* we do this clunky way of spreading these default margins because
	* if we were to simply spread, the ordering of the margins would be lost
	*
	* ex:
	* ```js
	* { ...{ marginTop: '16px', marginBottom: '16px' }, ...{ marginTop: '24px' } }
	* // would result in
	* { marginTop: '24px', marginBottom: '16px' }
	* // not the expected
	* { marginBottom: '16px', marginTop: '24px' }
	* ```
	*/
	const defaultMargins = {};
	if (style?.marginTop === void 0) defaultMargins.marginTop = "16px";
	if (style?.marginBottom === void 0) defaultMargins.marginBottom = "16px";
	const margins = computeMargins({
		...defaultMargins,
		...style
	});
	return /* @__PURE__ */ jsx("p", {
		...props,
		ref,
		style: {
			fontSize: "14px",
			lineHeight: "24px",
			...style,
			...margins
		}
	});
});
Text.displayName = "Text";
markAsElement(Text);
// node_modules/@react-email/render/dist/node/index.mjs
function getHtmlNode(path) {
	const topNode = path.node;
	if (topNode) return topNode;
	return path.stack?.[path.stack.length - 1];
}
function recursivelyMapDoc(doc, callback) {
	if (Array.isArray(doc)) return doc.map((innerDoc) => recursivelyMapDoc(innerDoc, callback));
	if (typeof doc === "object") {
		if (doc.type === "line") return callback(doc.soft ? "" : " ");
		if (doc.type === "group") return {
			...doc,
			contents: recursivelyMapDoc(doc.contents, callback),
			expandedStates: recursivelyMapDoc(doc.expandedStates, callback)
		};
		if ("contents" in doc) return {
			...doc,
			contents: recursivelyMapDoc(doc.contents, callback)
		};
		if ("parts" in doc) return {
			...doc,
			parts: recursivelyMapDoc(doc.parts, callback)
		};
		if (doc.type === "if-break") return {
			...doc,
			breakContents: recursivelyMapDoc(doc.breakContents, callback),
			flatContents: recursivelyMapDoc(doc.flatContents, callback)
		};
		const nextDoc = { ...doc };
		for (const [key, value] of Object.entries(nextDoc)) if (value && typeof value === "object") nextDoc[key] = recursivelyMapDoc(value, callback);
		return nextDoc;
	}
	return callback(doc);
}
function createModifiedHtmlPlugin(html) {
	const modifiedHtml = { ...html };
	if (modifiedHtml.printers) {
		const previousPrint = modifiedHtml.printers.html.print;
		modifiedHtml.printers.html.print = (path, options, print, args) => {
			const node = getHtmlNode(path);
			const rawPrintingResult = previousPrint(path, options, print, args);
			if (node?.type === "ieConditionalComment" || node?.kind === "ieConditionalComment") return recursivelyMapDoc(rawPrintingResult, (doc) => {
				if (typeof doc === "object" && doc.type === "line") return doc.soft ? "" : " ";
				return doc;
			});
			return rawPrintingResult;
		};
	}
	return modifiedHtml;
}
var importPrettier = async () => {
	const [{ format }, html] = await Promise.all([import("prettier/standalone"), import("prettier/plugins/html")]);
	return {
		format,
		html: createModifiedHtmlPlugin(html)
	};
};
/**
* Prettier is only loaded the first time `pretty` is called, so importing
* `render` doesn't load it when `pretty` is never used. This also keeps
* bundlers that externalize `prettier` (e.g. Next.js with Turbopack) from
* trying to resolve it at runtime unless it's actually needed.
*/
var prettierPromise;
var defaults = {
	endOfLine: "lf",
	tabWidth: 2,
	bracketSameLine: true,
	parser: "html"
};
var pretty = async (str, options = {}) => {
	prettierPromise ??= importPrettier();
	const { format, html } = await prettierPromise;
	return format(str.replaceAll("\0", ""), {
		...defaults,
		plugins: [html],
		...options
	});
};
var plainTextSelectors = [
	{
		selector: "img",
		format: "skip"
	},
	{
		selector: "[data-skip-in-text=true]",
		format: "skip"
	},
	{
		selector: "a",
		options: {
			linkBrackets: false,
			hideLinkHrefIfSameAsText: true
		}
	},
	{
		selector: "[data-text-format=\"dataTable\"]",
		format: "dataTable"
	},
	...["td", "th"].map((selector) => ({
		selector,
		format: "block",
		options: {
			leadingLineBreaks: 1,
			trailingLineBreaks: 1
		}
	}))
];
function toPlainText(html, options) {
	return convert(html, {
		wordwrap: false,
		...options,
		selectors: [...plainTextSelectors, ...options?.selectors ?? []]
	});
}
var SKIPPED_TAGS = /* @__PURE__ */ new Set([
	"!--",
	"img",
	"noscript",
	"script",
	"style",
	"template"
]);
var WHITESPACE_RUN = /([ \t\n\r\f\u200b]+)/;
var TAG_BLOCKS = {
	article: {
		open: 2,
		close: 2
	},
	aside: {
		open: 2,
		close: 2
	},
	blockquote: {
		open: 2,
		close: 2,
		prefix: {
			first: "> ",
			rest: "> "
		}
	},
	div: {
		open: 2,
		close: 2
	},
	footer: {
		open: 2,
		close: 2
	},
	form: {
		open: 2,
		close: 2
	},
	h1: {
		open: 3,
		close: 2
	},
	h2: {
		open: 3,
		close: 2
	},
	h3: {
		open: 3,
		close: 2
	},
	h4: {
		open: 3,
		close: 2
	},
	h5: {
		open: 3,
		close: 2
	},
	h6: {
		open: 3,
		close: 2
	},
	header: {
		open: 2,
		close: 2
	},
	hr: {
		open: 2,
		close: 2
	},
	main: {
		open: 2,
		close: 2
	},
	nav: {
		open: 2,
		close: 2
	},
	p: {
		open: 2,
		close: 2
	},
	pre: {
		open: 2,
		close: 2
	},
	section: {
		open: 2,
		close: 2
	},
	table: {
		open: 2,
		close: 2
	},
	td: {
		open: 1,
		close: 1
	},
	th: {
		open: 1,
		close: 1
	}
};
function unstableToPlainText(html) {
	const tree = parse(html);
	const body = findBody(tree);
	const blocks = [{
		block: {
			open: 0,
			close: 0
		},
		text: [],
		leading: 0,
		stash: 0,
		space: false
	}];
	const stack = [{
		parent: body,
		children: body?.body ?? tree,
		index: 0,
		pre: false,
		opened: false,
		textFrom: 0,
		orderedList: void 0
	}];
	while (stack.length > 0) {
		const frame = stack[stack.length - 1];
		const node = frame.children[frame.index];
		if (node === void 0) {
			stack.pop();
			exitElement(frame.parent, frame);
			continue;
		}
		frame.index += 1;
		enterNode(node, frame);
	}
	function top() {
		return blocks[blocks.length - 1];
	}
	function writeWord(value) {
		const block = top();
		if (block.stash > 0) block.text.push("\n".repeat(block.stash));
		else if (block.space && block.text.length > 0) block.text.push(" ");
		block.stash = 0;
		block.space = false;
		block.text.push(value);
	}
	function enterNode(node, frame) {
		if (node.type === SyntaxKind.Text) {
			const value = decodeHTML(node.value);
			if (frame.pre) {
				if (value.length > 0) writeWord(value);
			} else {
				const segments = value.split(WHITESPACE_RUN);
				for (let i = 0; i < segments.length; i++) {
					const segment = segments[i];
					if (segment.length === 0) continue;
					if (i % 2 === 1) top().space = true;
					else writeWord(segment);
				}
			}
			return;
		}
		node.attributeMap = Object.fromEntries(node.attributes.map((attribute) => [attribute.name.value.toLowerCase(), attribute]));
		if (SKIPPED_TAGS.has(node.name) || decodeHTMLAttribute(node.attributeMap?.["data-skip-in-text"]?.value?.value ?? "") === "true") return;
		const parentTag = frame.parent?.name;
		let block = TAG_BLOCKS[node.name];
		let orderedList;
		if (node.name === "ul") {
			const breaks = parentTag === "li" ? 1 : 2;
			block = {
				open: breaks,
				close: breaks
			};
		} else if (node.name === "li" && parentTag === "ul") block = {
			open: 1,
			close: 1,
			prefix: (stack[stack.length - 2]?.parent)?.name === "li" ? {
				first: "* ",
				rest: "  "
			} : {
				first: " * ",
				rest: "   "
			}
		};
		else if (node.name === "ol") {
			const nested = parentTag === "li";
			const parsedStart = Number.parseInt(decodeHTMLAttribute(node.attributeMap?.start?.value?.value ?? "1"), 10);
			const start = Number.isNaN(parsedStart) ? 1 : parsedStart;
			const itemCount = node.body?.filter((child) => child.type === SyntaxKind.Tag && child.name === "li").length ?? 0;
			let prefixLength = 0;
			for (let index = start; index < start + itemCount; index++) {
				const prefix = `${nested ? "" : " "}${index}. `;
				prefixLength = Math.max(prefixLength, prefix.length);
			}
			const breaks = nested ? 1 : 2;
			block = {
				open: breaks,
				close: breaks
			};
			orderedList = {
				next: start,
				prefixLength,
				nested
			};
		} else if (node.name === "li" && parentTag === "ol" && frame.orderedList) {
			const list = frame.orderedList;
			block = {
				open: 1,
				close: 1,
				prefix: {
					first: `${list.nested ? "" : " "}${list.next++}. `.padEnd(list.prefixLength),
					rest: " ".repeat(list.prefixLength)
				}
			};
		}
		if (block) blocks.push({
			block,
			text: [],
			leading: block.open,
			stash: 0,
			space: false
		});
		if (node.name === "hr") writeWord("-".repeat(40));
		else if (node.name === "br") {
			top().space = false;
			top().text.push("\n");
		}
		stack.push({
			parent: node,
			children: node.body ?? [],
			index: 0,
			pre: frame.pre || node.name === "pre",
			opened: block !== void 0,
			textFrom: top().text.length,
			orderedList
		});
	}
	function exitElement(element, frame) {
		if (element === void 0) return;
		if (element.name === "a") {
			const href = decodeHTMLAttribute(element.attributeMap?.href?.value?.value ?? "").replace(/^mailto:/, "");
			if (href.length > 0 && !href.startsWith("#")) {
				const anchorText = top().text.slice(frame.textFrom).join("").trim();
				if (anchorText !== href) {
					if (anchorText.length > 0) top().space = true;
					writeWord(href);
				}
			}
		}
		if (frame.opened) closeBlock();
	}
	function closeBlock() {
		const child = blocks.pop();
		if (child === void 0) return;
		const parent = blocks[blocks.length - 1];
		let content = child.text.join("");
		const prefix = child.block.prefix;
		if (prefix !== void 0) {
			const trimmed = content.replace(/^\n+|\n+$/g, "");
			content = prefix.first + trimmed.replaceAll("\n", `\n${prefix.rest}`);
		}
		const breaks = Math.max(parent.stash, child.leading);
		if (parent.text.length > 0) {
			parent.text.push("\n".repeat(breaks));
			if (content.length > 0) parent.text.push(content);
		} else {
			if (content.length > 0) parent.text.push(content);
			parent.leading = breaks;
		}
		parent.stash = Math.max(child.stash, child.block.close);
	}
	return blocks[0].text.join("");
}
function findBody(tree) {
	for (const child of tree) {
		if (child.type !== SyntaxKind.Tag || child.name !== "html") continue;
		for (const inner of child.body ?? []) if (inner.type === SyntaxKind.Tag && inner.name === "body") return inner;
	}
}
function createErrorBoundary(reject) {
	if (!React.Component) return (props) => /* @__PURE__ */ jsx(Fragment, { children: props.children });
	return class ErrorBoundary extends React.Component {
		componentDidCatch(error) {
			reject(error);
		}
		render() {
			return this.props.children;
		}
	};
}
/**
* React injects `<link rel="preload" as="image" />` resource hints into the
* document `<head>` for every `<img>` it renders during server-side rendering.
*
* These hints are meant for browsers loading a web page, where they can speed
* up the initial paint. In an email they are dead weight: email clients ignore
* `<link rel="preload">`, and the tags only add noise to the rendered HTML.
*
* @see https://github.com/resend/react-email/issues/3034
*
* This removes only those auto-injected image preload links, leaving every
* other `<link>` (stylesheets, fonts, user-authored non-image preloads, ...)
* untouched. It parses each `<link>` tag's attributes instead of relying on a
* fixed string match, so it is not affected by attribute order or spacing.
*/
var stripImagePreloadLinks = (html) => {
	return html.replace(/<link\b[^>]*\/?>/gi, (tag) => isImagePreloadLink(tag) ? "" : tag);
};
var isImagePreloadLink = (tag) => {
	const attributes = parseAttributes(tag);
	return attributes.rel === "preload" && attributes.as === "image";
};
var ATTRIBUTE_PATTERN = /([a-z][a-z0-9-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gi;
/**
* Parses the attributes of a single, already-isolated HTML tag string (e.g.
* `<link rel="preload" as="image" href="..." />`) into a name → value map.
* Attribute names are lower-cased; values are read from double, single, or
* unquoted forms.
*/
var parseAttributes = (tag) => {
	const attributeSection = tag.replace(/^<[a-z][a-z0-9-]*/i, "");
	const attributes = {};
	for (const [, name, doubleQuoted, singleQuoted, unquoted] of attributeSection.matchAll(ATTRIBUTE_PATTERN)) attributes[name.toLowerCase()] = doubleQuoted ?? singleQuoted ?? unquoted ?? "";
	return attributes;
};
var readStream = async (stream) => {
	let result = "";
	const decoder = new TextDecoder("utf-8");
	if ("pipeTo" in stream) {
		const writableStream = new WritableStream({
			write(chunk) {
				result += decoder.decode(chunk, { stream: true });
			},
			close() {
				result += decoder.decode();
			}
		});
		await stream.pipeTo(writableStream);
	} else {
		const writable = new Writable({
			write(chunk, _encoding, callback) {
				result += decoder.decode(chunk, { stream: true });
				callback();
			},
			final(callback) {
				result += decoder.decode();
				callback();
			}
		});
		await new Promise((resolve, reject) => {
			writable.on("pipe", (source) => {
				source.on("error", (err) => {
					writable.destroy(err);
				});
			});
			writable.on("error", reject);
			writable.on("close", () => {
				resolve();
			});
			stream.pipe(writable);
		});
	}
	return result;
};
var render = async (node, options) => {
	const reactDOMServer = await import("react-dom/server").then((m) => {
		if ("default" in m) return m.default;
		return m;
	});
	let html;
	await new Promise((resolve, reject) => {
		if (Object.hasOwn(reactDOMServer, "renderToReadableStream") && typeof WritableStream !== "undefined") {
			const ErrorBoundary = createErrorBoundary(reject);
			reactDOMServer.renderToReadableStream(/* @__PURE__ */ jsx(ErrorBoundary, { children: /* @__PURE__ */ jsx(Suspense, { children: node }) }), {
				progressiveChunkSize: Number.POSITIVE_INFINITY,
				onError(error) {
					reject(error);
				}
			}).then(async (stream) => {
				await stream.allReady;
				return readStream(stream);
			}).then((result) => {
				html = result;
				resolve();
			}).catch(reject);
		} else {
			const ErrorBoundary = createErrorBoundary(reject);
			const stream = reactDOMServer.renderToPipeableStream(/* @__PURE__ */ jsx(ErrorBoundary, { children: /* @__PURE__ */ jsx(Suspense, { children: node }) }), {
				async onAllReady() {
					html = await readStream(stream).then((s) => {
						return s.replaceAll("\0", "");
					});
					resolve();
				},
				onError(error) {
					reject(error);
				},
				progressiveChunkSize: Number.POSITIVE_INFINITY
			});
		}
	});
	html = stripImagePreloadLinks(html);
	if (options?.plainText) return options.unstableTextConversion ? unstableToPlainText(html) : toPlainText(html, options.htmlToTextOptions);
	const document = `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">${html.replace(/<!DOCTYPE.*?>/, "")}`;
	if (options?.pretty) return pretty(document);
	return document;
};
// app/mail-layout/mail-layout.server.tsx
/** The screens' colours, by hand: mail programs know no custom properties. */
var COLORS = {
	paper: "#fff8ec",
	surface: "#fffdf9",
	sunken: "#f8ecd9",
	line: "#ead9c0",
	ink: "#2a1720",
	inkSoft: "#6b5060",
	ember: "#c8381a",
	emberDeep: "#9d2710",
	wine: "#4a1028",
	saffron: "#f5a524"
};
var DISPLAY = "Fraunces, Georgia, 'Times New Roman', serif";
var TEXT = "Figtree, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
/** Inline styles are the light theme and what every program understands; classes add the dark theme and small screens. */
var DARK = [
	[".page", "background-color: #1e0a14 !important"],
	[".page > table > tbody > tr > td", "background-color: #1e0a14 !important"],
	[".card", "background-color: #2a1420 !important; border-color: #4d2a3b !important"],
	[".sunken", "background-color: #351b29 !important; border-color: #4d2a3b !important"],
	[".ink", "color: #fff3e2 !important"],
	[".ink a", "color: #fff3e2 !important"],
	[".soft", "color: #d9bfae !important"],
	[".soft a", "color: #d9bfae !important"],
	[".accent", "color: #ff9a76 !important"],
	[".rule", "border-color: #4d2a3b !important"]
];
/** Outlook on the web knows no media query for dark: it marks the elements that it darkens itself. */
var STYLE_SHEET = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
a { color: ${COLORS.ember} }
@media (max-width: 480px) { .pad > tbody > tr > td { padding-left: 20px !important; padding-right: 20px !important } .title { font-size: 30px !important } }
@media (prefers-color-scheme: dark) {
${DARK.map(([selector, rules]) => `  ${selector} { ${rules} }`).join("\n")}
}
${DARK.map(([selector, rules]) => `[data-ogsc] ${selector}, [data-ogsb] ${selector} { ${rules} }`).join("\n")}`;
var TILES = [
	COLORS.ember,
	COLORS.saffron,
	COLORS.wine,
	COLORS.saffron
];
/** Head, card and foot of every mail. */
function MailFrame({ preview, children }) {
	return /* @__PURE__ */ jsxs(Html, {
		lang: "ca",
		dir: "ltr",
		children: [
			/* @__PURE__ */ jsxs(Head, { children: [
				/* @__PURE__ */ jsx("meta", {
					name: "color-scheme",
					content: "light dark"
				}),
				/* @__PURE__ */ jsx("meta", {
					name: "supported-color-schemes",
					content: "light dark"
				}),
				/* @__PURE__ */ jsx("style", { children: STYLE_SHEET })
			] }),
			/* @__PURE__ */ jsx(Preview, { children: preview }),
			/* @__PURE__ */ jsx(Body, {
				lang: "ca",
				className: "page",
				style: {
					margin: 0,
					padding: "24px 0",
					backgroundColor: COLORS.paper,
					fontFamily: TEXT
				},
				children: /* @__PURE__ */ jsxs(Container, {
					className: "card",
					style: CARD,
					children: [
						/* @__PURE__ */ jsx(TileBand, {}),
						/* @__PURE__ */ jsxs(Section, {
							style: {
								backgroundColor: COLORS.wine,
								padding: "24px 32px 22px"
							},
							className: "pad",
							children: [/* @__PURE__ */ jsx(Text, {
								style: {
									margin: 0,
									font: `700 28px/1.15 ${DISPLAY}`,
									color: "#fff8ec"
								},
								children: ASSOCIATION.name
							}), /* @__PURE__ */ jsx(Text, {
								style: {
									margin: "6px 0 0",
									font: `700 12px/1.3 ${TEXT}`,
									letterSpacing: "1.5px",
									color: "#f7c987"
								},
								children: ASSOCIATION.tagline
							})]
						}),
						children,
						/* @__PURE__ */ jsx(Foot, {})
					]
				})
			})
		]
	});
}
var CARD = {
	width: "100%",
	maxWidth: "600px",
	margin: "0 auto",
	backgroundColor: COLORS.surface,
	border: `1px solid ${COLORS.line}`,
	borderRadius: "20px",
	overflow: "hidden"
};
function TileBand() {
	return /* @__PURE__ */ jsx(Row, { children: Array.from({ length: 24 }, (_, index) => /* @__PURE__ */ jsx(Column, {
		style: {
			height: "10px",
			fontSize: "1px",
			lineHeight: "10px",
			backgroundColor: TILES[index % TILES.length]
		},
		children: "\xA0"
	}, index)) });
}
function Foot() {
	const { name, street, postcode, town, phone, email } = ASSOCIATION;
	return /* @__PURE__ */ jsx(Section, {
		className: "pad sunken",
		style: {
			padding: "22px 32px 26px",
			backgroundColor: COLORS.sunken
		},
		children: /* @__PURE__ */ jsxs(Text, {
			className: "soft",
			style: {
				margin: 0,
				font: `400 14px/1.6 ${TEXT}`,
				color: COLORS.inkSoft
			},
			children: [
				name,
				" · ",
				street,
				", ",
				postcode,
				" ",
				town,
				/* @__PURE__ */ jsx("br", {}),
				"Si tens dubtes, contacta'ns: ",
				phone.text,
				" · ",
				email
			]
		})
	});
}
function Title({ children }) {
	return /* @__PURE__ */ jsx("h1", {
		className: "ink title",
		style: {
			margin: 0,
			font: `700 34px/1.12 ${DISPLAY}`,
			letterSpacing: "-0.4px",
			color: COLORS.ink
		},
		children
	});
}
function Paragraph({ children, small = false }) {
	return /* @__PURE__ */ jsx(Text, {
		className: "soft",
		style: {
			margin: "12px 0 0",
			font: `400 ${small ? 14 : 16}px/1.55 ${TEXT}`,
			color: COLORS.inkSoft
		},
		children
	});
}
/** A caption in small capitals over its value. */
function Fact({ label, children }) {
	return /* @__PURE__ */ jsxs(Fragment, { children: [/* @__PURE__ */ jsx(Text, {
		className: "accent",
		style: {
			margin: "14px 0 0",
			font: `700 12px/1.3 ${TEXT}`,
			letterSpacing: "1.2px",
			textTransform: "uppercase",
			color: COLORS.emberDeep
		},
		children: label
	}), /* @__PURE__ */ jsx(Text, {
		className: "ink",
		style: {
			margin: "2px 0 0",
			font: `600 17px/1.4 ${TEXT}`,
			color: COLORS.ink,
			overflowWrap: "anywhere"
		},
		children
	})] });
}
/** The one thing to do next. */
function MailButton({ href, children }) {
	return /* @__PURE__ */ jsx(Section, {
		style: { padding: "22px 0 8px" },
		children: /* @__PURE__ */ jsx(Button, {
			href,
			style: BUTTON,
			children
		})
	});
}
var BUTTON = {
	display: "inline-block",
	padding: "15px 28px",
	borderRadius: "999px",
	backgroundColor: COLORS.ember,
	color: "#fffaf5",
	font: `700 16px/1 ${TEXT}`,
	textDecoration: "none"
};
export { MailFrame as a, Title as c, Section as d, Row as f, MailButton as i, render as l, markAsElement as m, DISPLAY as n, Paragraph as o, Column as p, Fact as r, TEXT as s, COLORS as t, Text as u };

//# sourceMappingURL=mail-layout.server-DRk7mx7Z.js.map