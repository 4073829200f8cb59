// The classes of a CSS module by name. A test compares them with the names that components use.
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export = classes
}
