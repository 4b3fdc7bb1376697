import { Stack, NativeSelect, TextInput, Text, Group, Button, Textarea, ActionIcon } from '@mantine/core'
import type { HomepageCard as Content } from '@spacekeeper/contract/homepage-card.ts'
import { settings } from '@spacekeeper/contract/index.ts'
import { HomepageCardInput } from '@spacekeeper/contract/setting.ts'
import { useRouter } from '@tanstack/react-router'
import { useState, type SyntheticEvent } from 'react'
import { Form } from '#platform/form/form.tsx'
import { requiredBy } from '#platform/form/required-fields.ts'
import { useText } from '#platform/i18n/use-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { cardIconOf, cardIcons } from '../../home/card-icons.ts'
import { HomepageCard } from '../../home/homepage-card.tsx'
import { type CardLeads, cardDraftOf, cardOf, cardProblems, type DraftCard } from './draft-card.ts'
import { type EntryFormProps, EntriesField } from './entries-field.tsx'
import { LinksField } from './links-field.tsx'
import type { FieldProps } from './use-setting-field.ts'
import classes from '../settings.module.css'

/** The pages that a card can lead to: those that have a name for it. */
const usePages = () => {
  const router = useRouter()
  const t = useText()
  return Object.values(router.routesById).flatMap(({ options }) => {
    const { name, title } = options.staticData ?? {}
    return name && title ? [{ value: name, label: t(title) }] : []
  })
}

const leads = [
  { value: 'out', word: 'leadsOut' },
  { value: 'page', word: 'leadsPage' },
  { value: 'several', word: 'leadsSeveral' },
  { value: 'nowhere', word: 'leadsNowhere' },
] as const

const leadsFrom = (value: string): CardLeads => leads.find((one) => one.value === value)?.value ?? 'nowhere'

/** One card of the home page, with its preview. */
export const CardForm = ({ entry, onSave, onCancel }: EntryFormProps<Content>) => {
  const { t } = useTranslation('settings')
  const [draft, setDraft] = useState(() => cardDraftOf(entry))
  const [isSent, setSent] = useState(false)
  const made = cardOf(draft, t('open'))
  const pages = usePages()
  const problemsOf = (typed: DraftCard): Record<string, string> => ({
    ...cardProblems(cardOf(typed, t('open'))),
    ...(typed.leads === 'out' && typed.url.trim() === '' && { url: t('addressNeeded') }),
    ...(typed.leads === 'page' && !pages.some(({ value }) => value === typed.page) && { page: t('cardPageWrong') }),
    ...(typed.leads === 'several' && typed.links.length === 0 && { links: t('linksWrong') }),
  })
  const problems = problemsOf(draft)
  const isRequired = (name: 'url' | 'page') => problemsOf({ ...draft, [name]: '' })[name] !== undefined
  const set = (changed: Partial<DraftCard>) => setDraft((before) => ({ ...before, ...changed }))
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setSent(true)
    if (Object.keys(problems).length === 0) onSave(made)
  }
  const shown: Record<string, string> = isSent ? problems : {}
  return (
    <Form onSubmit={submit}>
      <Stack gap="md">
        <Words draft={draft} problems={shown} onChange={set} />
        <NativeSelect
          label={t('cardLeads')}
          value={draft.leads}
          data={leads.map(({ value, word }) => ({ value, label: t(word) }))}
          onChange={(event) => set({ leads: leadsFrom(event.currentTarget.value) })}
        />
        {draft.leads === 'out' ? (
          <TextInput
            label={t('cardAddress')}
            required={isRequired('url')}
            type="url"
            value={draft.url}
            error={shown['url']}
            onChange={(event) => set({ url: event.currentTarget.value })}
          />
        ) : null}
        {draft.leads === 'page' ? (
          <NativeSelect
            label={t('cardPage')}
            required={isRequired('page')}
            value={draft.page}
            data={[{ value: '', label: '' }, ...pages]}
            error={shown['page']}
            onChange={(event) => set({ page: event.currentTarget.value })}
          />
        ) : null}
        {draft.leads === 'several' ? (
          <LinksField links={draft.links} problems={shown} onChange={(links) => set({ links })} />
        ) : null}
        <Text fw={500} size="sm">
          {t('preview')}
        </Text>
        <div inert className={classes.cardPreview}>
          <HomepageCard card={made} />
        </div>
        <Group gap="xs">
          <Button size="xs" type="submit">
            {t('save')}
          </Button>
          <Button size="xs" variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}

type WordsProps = {
  draft: DraftCard
  problems: Record<string, string>
  onChange: (changed: Partial<DraftCard>) => void
}

const Words = ({ draft, problems, onChange }: WordsProps) => {
  const { t } = useTranslation('settings')
  return (
    <>
      <TextInput
        label={t('cardTitle')}
        {...requiredBy(HomepageCardInput.shape.title)}
        data-autofocus
        value={draft.title}
        error={problems['title']}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <Textarea
        label={t('cardDescription')}
        size="md"
        rows={3}
        {...requiredBy(HomepageCardInput.shape.description)}
        value={draft.description}
        error={problems['description']}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <div role="group" aria-label={t('cardIcon')}>
        <Text fw={500} size="sm" mb={6}>
          {t('cardIcon')}
        </Text>
        <Group gap={4}>
          {cardIcons.map(({ name, stored, icon: Icon }) => (
            <ActionIcon
              key={name}
              size={44}
              variant={cardIconOf(draft.icon).name === name ? 'filled' : 'default'}
              color="primary"
              aria-label={t(`icon_${name}`)}
              aria-pressed={cardIconOf(draft.icon).name === name}
              onClick={() => onChange({ icon: stored })}
            >
              <Icon size={20} aria-hidden />
            </ActionIcon>
          ))}
        </Group>
      </div>
    </>
  )
}

/** The cards of the home page, in their order. */
export const CardsField = (props: FieldProps) => {
  const { t } = useTranslation('settings')
  const cards = settings.HOME_PAGE_CARDS.schema.safeParse(props.field.value).data ?? []
  return (
    <EntriesField
      {...props}
      entries={cards}
      titleOfEntry={({ title }) => title}
      describe={({ description }) => description}
      words={{ add: t('addCard'), empty: t('noCards'), newEntry: t('newCard'), editEntry: t('editCard') }}
      Form={CardForm}
    />
  )
}
