// The package has no types, and @types/update-notifier would also install an older boxen.
declare module 'update-notifier' {
  const updateNotifier: (options: { readonly pkg: { readonly name: string; readonly version: string } }) => {
    notify(options: { readonly defer: boolean }): void
  }
  export default updateNotifier
}
