// The package has no types of its own, and @types/update-notifier would install an older boxen with it.
declare module 'update-notifier' {
  const updateNotifier: (options: { readonly pkg: { readonly name: string; readonly version: string } }) => {
    notify(options: { readonly defer: boolean }): void
  }
  export default updateNotifier
}
