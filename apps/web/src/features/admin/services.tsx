import type { ServiceControl } from '@netbox/contract'
import { adminLabels, adminNotices, serviceChanged } from '@netbox/product'
import { useId } from 'react'
import { Card, Subhead } from '../../components/ui/card.tsx'
import { FormAlert } from '../../components/ui/form-alert.tsx'
import { PartState } from '../../components/ui/part-state.tsx'
import { Rows, Timestamp } from '../../components/ui/records.tsx'
import { useAction } from '../../lib/session/requests.ts'
import { useData } from '../../lib/session/data.tsx'
import { adminTexts, serviceName } from '../../texts/admin.ts'
import { fieldTexts } from '../../texts/fields.ts'
import { announceFailure } from './failed-action.ts'

const { services: texts } = adminTexts

interface SwitchProps {
  readonly isOn: boolean
  /** The name of the setting, next to on or off. */
  readonly label: string
  readonly describedBy?: string | undefined
  readonly isBusy?: boolean
  readonly onSwitch: (isOn: boolean) => void
}

/** A switch: a line that is closed or has a gap, with the word next to it. */
const Switch = ({ isOn, label, describedBy, isBusy = false, onSwitch }: SwitchProps) => (
  <button
    type="button"
    role="switch"
    className="inline-flex h-9 items-center gap-2.5 rounded-md border border-control bg-well px-3 text-ui leading-none font-semibold text-ink-2 hover:bg-tint aria-checked:text-pass off:border-dashed"
    aria-checked={isOn}
    aria-label={label}
    aria-describedby={describedBy}
    aria-disabled={isBusy}
    onClick={() => isBusy || onSwitch(!isOn)}
  >
    <svg className="h-5 w-control fill-none stroke-current stroke-2" viewBox="0 0 44 20" aria-hidden="true">
      <circle cx="6" cy="10" r="4.5" className="fill-current" />
      {isOn ? (
        <>
          <path d="M10 10h22" />
          <circle cx="37" cy="10" r="4.5" />
        </>
      ) : (
        <>
          <path d="M10 10h6M16 10l10 -7" />
          <path d="M28 10h4" strokeDasharray="3 2.5" />
          <circle cx="37" cy="10" r="4.5" strokeDasharray="3 2.5" />
        </>
      )}
    </svg>
    <span className="min-w-[1.8em] text-left" aria-hidden="true">
      {isOn ? fieldTexts.on : fieldTexts.off}
    </span>
  </button>
)

interface ServiceRowProps {
  readonly service: ServiceControl
  readonly isBusy: boolean
  readonly onSwitch: (service: ServiceControl, isOn: boolean) => void
}

const ServiceRow = ({ service, isBusy, onSwitch }: ServiceRowProps) => {
  const id = useId()
  const { service_name: name, description, is_enabled: isOn, updated_at: changed } = service
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1.5">
      <div>
        <Subhead>{serviceName(name)}</Subhead>
        <p id={id} className="text-ui text-ink-2">
          {description === '' ? adminLabels.noDescription : description}
        </p>
        <p className="sm quiet">
          <code>{name}</code> · {texts.changed} <Timestamp at={changed} />
        </p>
      </div>
      <Switch
        isOn={isOn}
        isBusy={isBusy}
        label={serviceName(name)}
        describedBy={id}
        onSwitch={(on) => onSwitch(service, on)}
      />
    </li>
  )
}

/** The tab of the services: each with its switch. */
export const ServicesTab = () => {
  const services = useData('admin.services', {}, { onFailure: announceFailure(adminNotices.services_not_loaded) })
  const { isBusy, problem, perform } = useAction()
  const onSwitch = async ({ id }: ServiceControl, isOn: boolean): Promise<void> => {
    const call = { params: { id }, body: { is_enabled: isOn } }
    const answer = await perform(async (client) => client.call('admin.updateService', call), {
      onSuccess: serviceChanged(isOn),
      onFailure: announceFailure(adminNotices.service_not_updated),
    })
    if (answer !== undefined)
      services.change(({ services: all }) => ({
        services: all.map((service) => (service.id === id ? answer.service : service)),
      }))
  }
  const value = services.value?.services
  return (
    <Card title={texts.title} lead={texts.lead}>
      <FormAlert className="mb-3.5" notice={problem} />
      <PartState of={services} failed={adminNotices.services_not_loaded.message} lines={5} />
      {value?.length === 0 ? <p className="muted">{adminLabels.noServices}</p> : null}
      {value === undefined || value.length === 0 ? null : (
        <Rows>
          {value.map((service) => (
            <ServiceRow
              key={service.id}
              service={service}
              isBusy={isBusy}
              onSwitch={(changed, isOn) => void onSwitch(changed, isOn)}
            />
          ))}
        </Rows>
      )}
    </Card>
  )
}
