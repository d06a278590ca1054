import { c as Button, n as downloadTicket, s as TextField, t as useFocusOnWrongField } from "./focus-on-wrong-field-CIA_f-4v.js";
import { jsx, jsxs } from "react/jsx-runtime";
import { useState, useSyncExternalStore } from "react";
var qr_generator_module_default = {
	panel: "_panel_ymv20_1",
	title: "_title_ymv20_11",
	form: "_form_ymv20_15"
};
// app/features/tickets/print/qr-generator.tsx
var TEXTS = {
	empty: "Per favor, introdueix un número de ticket vàlid",
	missing: "No s'ha trobat el ticket amb aquest número...",
	broken: "Error generant el codi QR"
};
/** Draws any ticket by its number (spec §2 Tickets). The server gives the ticket to admins alone. */
function QrGenerator() {
	const [number, setNumber] = useState("");
	const [busy, setBusy] = useState(false);
	const [problem, setProblem] = useState(null);
	const form = useFocusOnWrongField(problem);
	const running = useSyncExternalStore(never, () => true, () => false);
	async function generate(event) {
		event.preventDefault();
		const wanted = number.trim();
		if (wanted === "") return setProblem("empty");
		setBusy(true);
		setProblem(null);
		setProblem(await printTicket(wanted));
		setBusy(false);
	}
	return /* @__PURE__ */ jsxs("section", {
		className: qr_generator_module_default.panel,
		"aria-labelledby": "qr-generator",
		children: [/* @__PURE__ */ jsx("h2", {
			id: "qr-generator",
			className: qr_generator_module_default.title,
			children: "Generador de QR - Mode Administrador"
		}), /* @__PURE__ */ jsxs("form", {
			ref: form,
			className: qr_generator_module_default.form,
			inert: !running,
			noValidate: true,
			onSubmit: (event) => void generate(event),
			children: [/* @__PURE__ */ jsx(TextField, {
				label: "Número de ticket",
				placeholder: "ORD-{timestamp}-{n}-{suffix}",
				value: number,
				error: problem === null ? null : TEXTS[problem],
				autoComplete: "off",
				autoCapitalize: "characters",
				spellCheck: false,
				maxLength: 80,
				onChange: (event) => setNumber(event.target.value)
			}), /* @__PURE__ */ jsx(Button, {
				type: "submit",
				busy,
				busyLabel: "Generant...",
				children: "Generar QR"
			})]
		})]
	});
}
/** Nothing to listen to. */
function never() {
	return () => {};
}
/** Null when the picture was saved. */
async function printTicket(number) {
	try {
		const response = await fetch(`/api/admin/tickets/${encodeURIComponent(number)}`);
		if (response.status === 404) return "missing";
		if (!response.ok) return "broken";
		await downloadTicket(await response.json());
		return null;
	} catch {
		return "broken";
	}
}
export { QrGenerator };

//# sourceMappingURL=qr-generator-ChhIRzgq.js.map