import { TextField, type TextFieldProps } from './text-field.tsx'

interface SearchFieldProps extends Omit<TextFieldProps, 'type' | 'autoComplete' | 'onChange'> {
  readonly value: string
  readonly onSearch: (text: string) => void
}

/** A field that searches while the user types. */
export const SearchField = ({ onSearch, ...field }: SearchFieldProps) => (
  <TextField
    {...field}
    type="search"
    autoComplete="off"
    onChange={({ currentTarget }) => onSearch(currentTarget.value)}
  />
)
