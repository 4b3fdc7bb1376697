import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTranslation } from '#platform/i18n/use-translation.ts'

type Props = { value: string; onChange: (value: string) => void; label: string }

/** A field that narrows a list while its reader types. */
export const SearchField = ({ value, onChange, label }: Props) => {
  const { t } = useTranslation('platform')
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      // Where the row is narrow, the words end in dots and not in the middle of a letter.
      styles={{ input: { textOverflow: 'ellipsis' } }}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
      rightSection={value ? <CloseButton aria-label={t('clearSearch')} onClick={() => onChange('')} /> : null}
      rightSectionPointerEvents="all"
    />
  )
}
