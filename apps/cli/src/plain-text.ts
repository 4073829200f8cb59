const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** Puts a question mark for whatever would drive a terminal or turn its text around: what others wrote is shown, not obeyed. */
export const plainText = (text: string): string => text.replaceAll(CONTROLS, '?')
