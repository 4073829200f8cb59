/** Is what a toast or a notice says: a short title and one sentence. Both are plain text. */
export type Notice = { readonly title: string; readonly message: string }
