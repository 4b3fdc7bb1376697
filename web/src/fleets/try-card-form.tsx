import { useState } from 'react'
import { Button, SegmentedControl, Select, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { membersQuery, type Tried } from './api.ts'

const typingMs = 250
type Way = 'member' | 'number'

/** Who or which card is tried. Whoever may not look members up has the number alone. */
export const TryCardForm = ({ canSearch, onTry }: { canSearch: boolean; onTry: (who: Tried | null) => void }) => {
  const { t } = useTranslation('fleets')
  const [way, setWay] = useState<Way>(canSearch ? 'member' : 'number')
  const choose = (next: Way) => {
    setWay(next)
    onTry(null)
  }
  return (
    <Stack gap="sm">
      {canSearch ? (
        <SegmentedControl
          aria-label={t('tryWho')}
          value={way}
          onChange={choose}
          fullWidth
          data={[
            { value: 'member', label: t('tryMember') },
            { value: 'number', label: t('tryNumber') },
          ]}
        />
      ) : null}
      {way === 'member' ? <MemberField onTry={onTry} /> : <NumberField onTry={onTry} />}
    </Stack>
  )
}

type Props = { onTry: (who: Tried | null) => void }

const MemberField = ({ onTry }: Props) => {
  const { t } = useTranslation('fleets')
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const [text] = useDebouncedValue(typed.trim(), typingMs)
  const members = useQuery(membersQuery(text)).data?.members ?? []
  return (
    <Select
      label={t('tryMember')}
      placeholder={t('tryTypeName')}
      data={members.map(({ id, fullName }) => ({ value: String(id), label: fullName }))}
      // The server has narrowed them already.
      filter={({ options }) => options}
      searchable
      clearable
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t('tryNobodyFound')}
      value={chosen}
      onChange={(id) => {
        setChosen(id)
        onTry(id === null ? null : { memberId: Number(id) })
      }}
    />
  )
}

const NumberField = ({ onTry }: Props) => {
  const { t } = useTranslation('fleets')
  const [number, setNumber] = useState('')
  const card = number.trim()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onTry(card === '' ? null : { card })
      }}
    >
      <Stack gap="sm" align="flex-start">
        <TextInput
          label={t('tryNumber')}
          w="100%"
          value={number}
          maxLength={50}
          autoComplete="off"
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" h={44} disabled={card === ''}>
          {t('tryAction')}
        </Button>
      </Stack>
    </form>
  )
}
