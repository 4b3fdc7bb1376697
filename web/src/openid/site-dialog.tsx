import { Button, Checkbox, NativeSelect, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { memberStates } from '@spacekeeper/contract/members/words.ts'
import { NewSite, type SiteView } from '@spacekeeper/contract/openid/shapes.ts'
import { type SiteKind, siteKinds, siteKindWords } from '@spacekeeper/contract/openid/words.ts'
import { useState } from 'react'
import { z } from 'zod'
import type { ApiForm } from '#platform/form/api-form.ts'
import { DialogForm } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { changeSite, createSite } from './api.ts'
import { suggestionFor } from './presets.ts'
import { SiteSecret } from './site-secret-card.tsx'

const linesIn = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The contract's rules, for lists that are typed a line each. */
const TypedSite = NewSite.extend({
  redirectUris: z.string().transform(linesIn).pipe(NewSite.shape.redirectUris),
  logoutUris: z.string().transform(linesIn).pipe(NewSite.shape.logoutUris),
  backchannelUri: z
    .string()
    .transform((text) => text.trim() || null)
    .pipe(NewSite.shape.backchannelUri),
})

const blank: z.input<typeof TypedSite> = {
  kind: 'mediawiki',
  name: '',
  address: '',
  redirectUris: '',
  logoutUris: '',
  backchannelUri: '',
  states: ['active'],
  isTrusted: false,
  requiresPkce: false,
  mayRefresh: true,
  claimsInIdToken: false,
  isPublic: false,
}

const typedOf = (site: SiteView): typeof blank => ({
  ...blank,
  ...site,
  redirectUris: site.redirectUris.join('\n'),
  logoutUris: site.logoutUris.join('\n'),
  backchannelUri: site.backchannelUri ?? '',
})

type SiteForm = Pick<ApiForm<typeof blank>, 'field' | 'values' | 'set'>

const kindOf = (value: string): SiteKind => siteKinds.find((kind) => kind === value) ?? 'other'

/** Fills in what sites of a kind mostly need, where nothing else was typed. */
const suggest = ({ values, set }: SiteForm, next: { kind: SiteKind; address: string }) => {
  const before = suggestionFor(values.kind, values.address)
  const after = suggestionFor(next.kind, next.address)
  if (values.redirectUris === before.redirectUris) set('redirectUris', after.redirectUris)
  if (values.backchannelUri === before.backchannelUri) set('backchannelUri', after.backchannelUri)
  if (values.requiresPkce === before.requiresPkce) set('requiresPkce', after.requiresPkce)
  if (values.claimsInIdToken === before.claimsInIdToken) set('claimsInIdToken', after.claimsInIdToken)
}

const PlaceFields = ({ form, isNew }: { form: SiteForm; isNew: boolean }) => {
  const { t } = useTranslation('openid')
  const { field, values, set } = form
  return (
    <>
      {isNew ? (
        <NativeSelect
          {...field('kind')}
          label={t('kind')}
          data={siteKinds.map((kind) => ({ value: kind, label: siteKindWords[kind] }))}
          onChange={({ currentTarget: { value } }) => {
            set('kind', kindOf(value))
            suggest(form, { kind: kindOf(value), address: values.address })
          }}
        />
      ) : null}
      <TextInput {...field('name')} label={t('name')} description={t('nameHint')} autoComplete="off" />
      <TextInput
        {...field('address')}
        label={t('address')}
        description={t('addressHint')}
        type="url"
        autoComplete="off"
        onChange={({ currentTarget: { value } }) => {
          set('address', value)
          if (isNew) suggest(form, { kind: values.kind, address: value })
        }}
      />
      <Textarea {...field('redirectUris')} label={t('redirectUris')} description={t('redirectHint')} rows={2} />
      <Textarea {...field('logoutUris')} label={t('logoutUris')} description={t('logoutHint')} rows={2} />
      <TextInput
        {...field('backchannelUri')}
        label={t('backchannelUri')}
        description={t('backchannelHint')}
        autoComplete="off"
      />
    </>
  )
}

const RightsFields = ({ form: { field, values, set }, isNew }: { form: SiteForm; isNew: boolean }) => {
  const { t } = useTranslation('openid')
  return (
    <>
      <Checkbox.Group
        {...field('states')}
        label={t('states')}
        onChange={(chosen) =>
          set(
            'states',
            memberStates.filter((state) => chosen.includes(state)),
          )
        }
      >
        <Stack gap="xs" mt={6}>
          {memberStates.map((state) => (
            <Checkbox key={state} value={state} label={t(`state_${state}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Switch {...field('isTrusted', 'checkbox')} label={t('isTrusted')} description={t('isTrustedHint')} />
      <Switch {...field('mayRefresh', 'checkbox')} label={t('mayRefresh')} />
      <Switch
        {...field('claimsInIdToken', 'checkbox')}
        label={t('claimsInIdToken')}
        description={t('claimsInIdTokenHint')}
      />
      {values.isPublic ? null : (
        <Switch {...field('requiresPkce', 'checkbox')} label={t('requiresPkce')} description={t('requiresPkceHint')} />
      )}
      {isNew ? (
        <Switch {...field('isPublic', 'checkbox')} label={t('isPublic')} description={t('isPublicHint')} />
      ) : null}
    </>
  )
}

type Props = {
  site: SiteView | null
  /** Of a site that was just added. */
  onAdded?: (siteId: number) => void
  onClose: () => void
}

/** Adds a site where members log in, and shows its secret this once; or changes what is set of one. */
export const SiteDialog = ({ site, onAdded, onClose }: Props) => {
  const { t } = useTranslation('openid')
  const [made, setMade] = useState<{ siteId: number; name: string; secret: string | null } | null>(null)
  const goOn = () => (made ? onAdded?.(made.siteId) : onClose())
  return (
    <BasicDialog
      onClose={goOn}
      closeOnClickOutside={false}
      title={made ? t('createdTitle', made) : site ? t('editTitle', { name: site.name }) : t('createTitle')}
    >
      {made ? (
        <Stack gap="md">
          {made.secret === null ? <Text>{t('isPublicHint')}</Text> : <SiteSecret secret={made.secret} />}
          <Button onClick={goOn}>{t('done')}</Button>
        </Stack>
      ) : (
        <DialogForm
          action={t(site ? 'save' : 'create')}
          initial={site ? typedOf(site) : blank}
          schema={TypedSite}
          submit={async ({ kind, isPublic, ...fields }) => {
            const created = site
              ? await changeSite({ siteId: site.id, ...fields })
              : await createSite({ kind, isPublic, ...fields })
            if (created) setMade({ name: fields.name, ...created })
            else notify.done({ text: t('saved', { name: fields.name }) })
          }}
          onDone={site ? onClose : () => {}}
          onClose={onClose}
        >
          {(form) => (
            <>
              <PlaceFields form={form} isNew={site === null} />
              <RightsFields form={form} isNew={site === null} />
            </>
          )}
        </DialogForm>
      )}
    </BasicDialog>
  )
}
