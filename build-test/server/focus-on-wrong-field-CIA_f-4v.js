import { Link } from "react-router";
import { jsx, jsxs } from "react/jsx-runtime";
import { useEffect, useId, useRef } from "react";
import CircleAlert from "lucide-react/icons/circle-alert";
var button_module_default = {
	button: "_button_28942_1",
	primary: "_primary_28942_34",
	danger: "_danger_28942_44",
	quiet: "_quiet_28942_53",
	night: "_night_28942_63",
	text: "_text_28942_77",
	wide: "_wide_28942_107",
	labels: "_labels_28942_112",
	hidden: "_hidden_28942_125"
};
// app/ui/button.tsx
function classOf({ tone = "primary", wide = false }) {
	return [
		button_module_default.button,
		button_module_default[tone],
		wide ? button_module_default.wide : ""
	].filter(Boolean).join(" ");
}
function Button({ tone, wide, busy, busyLabel, single = false, children, onClick, type = "button", ...rest }) {
	const stopped = busy === true || rest["aria-disabled"] === true || rest["aria-disabled"] === "true";
	function answer(event) {
		if (stopped || single && event.detail > 1) event.preventDefault();
		else onClick?.(event);
	}
	return /* @__PURE__ */ jsx("button", {
		...rest,
		type,
		className: classOf({
			tone,
			wide
		}),
		onClick: answer,
		"aria-busy": busy === true ? true : void 0,
		"aria-disabled": stopped ? true : void 0,
		children: busyLabel === void 0 ? children : /* @__PURE__ */ jsxs("span", {
			className: button_module_default.labels,
			children: [/* @__PURE__ */ jsx("span", {
				className: busy === true ? button_module_default.hidden : void 0,
				children
			}), /* @__PURE__ */ jsx("span", {
				className: busy === true ? void 0 : button_module_default.hidden,
				children: busyLabel
			})]
		})
	});
}
function ButtonLink({ tone, wide, ...rest }) {
	return /* @__PURE__ */ jsx(Link, {
		...rest,
		className: classOf({
			tone,
			wide
		})
	});
}
/** For addresses outside the app's own screens: tel:, mailto:, downloads, another site. */
function ButtonAnchor({ tone, wide, children, ...rest }) {
	return /* @__PURE__ */ jsx("a", {
		...rest,
		className: classOf({
			tone,
			wide
		}),
		children
	});
}
var field_module_default = {
	field: "_field_1ybfc_1",
	label: "_label_1ybfc_7",
	hint: "_hint_1ybfc_11",
	control: "_control_1ybfc_16",
	area: "_area_1ybfc_61",
	foot: "_foot_1ybfc_66",
	error: "_error_1ybfc_78",
	count: "_count_1ybfc_91"
};
// app/ui/forms/field.tsx
function Field({ label, hint, error, count, children }) {
	const id = useId();
	const wrong = error !== void 0 && error !== null && error !== "";
	const describedBy = [hint === void 0 ? "" : `${id}-hint`, wrong ? `${id}-error` : ""].filter(Boolean).join(" ");
	return /* @__PURE__ */ jsxs("div", {
		className: field_module_default.field,
		children: [
			/* @__PURE__ */ jsx("label", {
				className: field_module_default.label,
				htmlFor: id,
				children: label
			}),
			hint === void 0 ? null : /* @__PURE__ */ jsx("p", {
				id: `${id}-hint`,
				className: field_module_default.hint,
				children: hint
			}),
			children({
				id,
				className: field_module_default.control ?? "",
				"aria-describedby": describedBy === "" ? void 0 : describedBy,
				"aria-invalid": wrong ? true : void 0
			}),
			/* @__PURE__ */ jsxs("div", {
				className: field_module_default.foot,
				children: [wrong ? /* @__PURE__ */ jsxs("p", {
					id: `${id}-error`,
					className: field_module_default.error,
					role: "alert",
					children: [/* @__PURE__ */ jsx(CircleAlert, {
						size: 16,
						"aria-hidden": "true"
					}), error]
				}) : null, count === void 0 ? null : /* @__PURE__ */ jsx("span", {
					className: field_module_default.count,
					children: count
				})]
			})
		]
	});
}
function TextField({ label, hint, error, ...rest }) {
	return /* @__PURE__ */ jsx(Field, {
		label,
		hint,
		error,
		children: (control) => /* @__PURE__ */ jsx("input", {
			...rest,
			...control
		})
	});
}
/** For one e-mail address, as keyboards and password managers know it. */
function EmailField(props) {
	return /* @__PURE__ */ jsx(TextField, {
		type: "email",
		name: "email",
		autoComplete: "email",
		inputMode: "email",
		autoCapitalize: "none",
		spellCheck: false,
		maxLength: 254,
		required: true,
		...props
	});
}
function TextAreaField({ label, hint, error, count, ...rest }) {
	return /* @__PURE__ */ jsx(Field, {
		label,
		hint,
		error,
		count,
		children: (control) => /* @__PURE__ */ jsx("textarea", {
			...rest,
			...control,
			className: `${control.className} ${field_module_default.area}`
		})
	});
}
// app/ticket-rendering/download-ticket.ts
/** The screens' faces (app/ui/theme/fonts.css), then whatever the device has; its own emoji at the end. */
var BROWSER_FONTS = {
	displayFont: "\"Fraunces Variable\", Georgia, serif",
	textFont: "\"Figtree Variable\", system-ui, sans-serif",
	emojiFont: "\"Apple Color Emoji\", \"Segoe UI Emoji\", \"Noto Color Emoji\", sans-serif"
};
var FACES = ["800 48px \"Fraunces Variable\"", "600 32px \"Figtree Variable\""];
/** A ticket in a plainer face is better than none. */
var LONGEST_WAIT_FOR_FONTS_MS = 3e3;
/** The browser reads the picture from its address for a while after the click. */
var KEEP_ADDRESS_MS = 6e4;
/** Draws one ticket as the PNG that is downloaded and shown: 900 by 1350 pixels (spec §9). */
async function drawTicketImage(ticket) {
	const [{ drawTicket, TICKET_HEIGHT, TICKET_WIDTH }] = await Promise.all([import("./draw-ticket-CVK-XUgF.js").then((n) => n.i), facesLoaded()]);
	const canvas = document.createElement("canvas");
	canvas.width = TICKET_WIDTH;
	canvas.height = TICKET_HEIGHT;
	const context = canvas.getContext("2d");
	if (context === null) throw new Error("the browser has no canvas");
	drawTicket(context, ticket, BROWSER_FONTS);
	const png = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
	if (png === null) throw new Error("the browser made no picture");
	return png;
}
/** Saves one ticket as `ticket-{number}.png`. */
async function downloadTicket(ticket) {
	const address = URL.createObjectURL(await drawTicketImage(ticket));
	const link = document.createElement("a");
	link.href = address;
	link.download = `ticket-${ticket.ticketNumber}.png`;
	document.body.append(link);
	link.click();
	link.remove();
	setTimeout(() => URL.revokeObjectURL(address), KEEP_ADDRESS_MS);
}
/** Saves tickets one after the other and says what went wrong, in words for the buyer; empty when nothing did. */
async function downloadTickets(tickets, manner) {
	if (tickets.length === 0) return ["No hi ha tiquets per descarregar"];
	const problems = [];
	for (const [index, ticket] of tickets.entries()) {
		if (index > 0) await new Promise((resolve) => setTimeout(resolve, manner.pauseMs));
		try {
			await downloadTicket(ticket);
		} catch {
			problems.push(`Error generant el QR per al tiquet ${index + 1}`);
		}
		manner.onProgress?.(index + 1);
	}
	return problems;
}
async function facesLoaded() {
	const loading = Promise.allSettled(FACES.map((face) => document.fonts.load(face)));
	await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_FOR_FONTS_MS))]);
}
// app/ui/forms/focus-on-wrong-field.ts
/** When a form comes back refused, one goes on at its first wrong field. `answer`: what was answered, each time anew. */
function useFocusOnWrongField(answer) {
	const form = useRef(null);
	useEffect(() => {
		form.current?.querySelector("[aria-invalid]")?.focus();
	}, [answer]);
	return form;
}
export { Field as a, Button as c, EmailField as i, ButtonAnchor as l, downloadTicket as n, TextAreaField as o, downloadTickets as r, TextField as s, useFocusOnWrongField as t, ButtonLink as u };

//# sourceMappingURL=focus-on-wrong-field-CIA_f-4v.js.map