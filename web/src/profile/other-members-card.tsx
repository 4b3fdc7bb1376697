import { Card, Divider, Radio, Stack, Text, Title } from '@mantine/core'
import { nameChoices, nameChoiceWords, type NameChoice } from '@spacekeeper/contract/members/words.ts'
import type { Profile } from '@spacekeeper/contract/profile/shapes.ts'
import { useId } from 'react'
import { SavedBox } from '#platform/form/saved-box.tsx'
import { useSavedField } from '#platform/form/saved-field.ts'
import { Trans } from '#platform/i18n/trans.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { VisibilityField } from '../visits/visibility-dialog.tsx'
import { saveProfile } from './api.ts'

/** The choice of having none, which radio buttons need a value for. */
const bySpace = 'bySpace'

const choiceOf = (value: string): NameChoice | null => nameChoices.find((choice) => choice === value) ?? null

/** Which of the member's names other members read. Each choice shows the name itself. */
const NameChoiceField = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation('profile')
  const { shownName: byDefault } = useSite().features
  const id = useId()
  const field = useSavedField({
    name: 'nameChoice',
    label: t('nameChoice'),
    value: profile.nameChoice,
    save: (nameChoice) => saveProfile({ nameChoice }),
  })
  const words = (choice: NameChoice) => ({ kind: nameChoiceWords[choice], name: profile[choice] })
  return (
    <SavedBox field={field} id={id}>
      <Radio.Group
        label={t('nameChoice')}
        value={field.value ?? bySpace}
        aria-describedby={id}
        onChange={(value) => field.choose(choiceOf(value))}
      >
        <Stack gap={12} mt={8}>
          <Radio
            value={bySpace}
            size="md"
            label={t('nameBySpace', { ...words(byDefault), kind: nameChoiceWords[byDefault] })}
          />
          {nameChoices.map((choice) => (
            <Radio key={choice} value={choice} size="md" label={t('nameAs', words(choice))} />
          ))}
        </Stack>
      </Radio.Group>
    </SavedBox>
  )
}

/** By which name other members see the reader, and whether they see them come and go. */
export const OtherMembersCard = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation('profile')
  return (
    <Card component="section" aria-labelledby="other-members">
      <Stack gap={18}>
        <Stack gap={2}>
          <Title order={2} id="other-members">
            {t('othersHeading')}
          </Title>
          <Text role="status">
            <Trans
              ns="profile"
              i18nKey="othersPreview"
              values={{ name: profile.shownName }}
              components={{ strong: <strong /> }}
            />
          </Text>
          <Text size="sm" c="dimmed">
            {t('othersHint')}
          </Text>
        </Stack>
        <NameChoiceField profile={profile} />
        <Divider />
        <VisibilityField />
      </Stack>
    </Card>
  )
}
